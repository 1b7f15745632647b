"""The body: cameras, the simulated table, the journal, the service and the command line."""

import os

# Some kB of a foreign file may unpack to a picture that takes all memory: OpenCV, which reads
# this when it is loaded, refuses those that no camera here takes.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "24000000")
