"""What the web answers to a wish that was not granted."""

from http import HTTPStatus

from rules.errors import CastellanError
from rules.refused import Kind, Refused

RETRY_AFTER_SECONDS = 5
STATUS = {
    Kind.BAD: HTTPStatus.BAD_REQUEST,
    Kind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Kind.UNKNOWN: HTTPStatus.NOT_FOUND,
    Kind.NO_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    Kind.STALE: HTTPStatus.CONFLICT,
    Kind.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Kind.NOT_JSON: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Kind.MISDIRECTED: HTTPStatus.MISDIRECTED_REQUEST,
    Kind.ILLEGAL: HTTPStatus.UNPROCESSABLE_ENTITY,
    Kind.OFTEN: HTTPStatus.TOO_MANY_REQUESTS,
    Kind.CRASHED: HTTPStatus.INTERNAL_SERVER_ERROR,
    Kind.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}


class TooManyPhones(CastellanError, RuntimeError):
    """All streams are taken; the phone should try again a little later."""


def retry_after(refused: Refused) -> int:
    """Seconds after which to ask again, where there is hope."""
    seconds = refused.facts.get("seconds")
    return seconds if isinstance(seconds, int) else RETRY_AFTER_SECONDS
