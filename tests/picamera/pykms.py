"""What picamera2 asks of pykms while it is imported. pykms is there on a Pi only, for previews."""


class _AnyFormat(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_AnyFormat):
    """Every format there is, by its name."""
