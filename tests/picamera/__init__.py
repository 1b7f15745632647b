"""The Raspberry Pi's own camera stack, held against `device/senses/picamera.py` without a Pi.

`make test-picamera` (root or sudo, the network, `apt-get install mmdebstrap`; a minute the first
time, then seconds) makes a Debian 13 root in ~/.cache/castellan and runs this folder in it: real
picamera2 on real libcamera, whose virtual camera shows pictures of the simulated table.

`test_contract.py` says what our driver and our fake rely on. In that root it runs against the real
picamera2; `make test` runs it against `tests/device/fake_picamera2.py`. So the fake cannot drift.
`test_real.py` runs in the root alone.

What stands in for a Pi: `dmabuf.c` gives memory in place of dma buffers, `pykms.py` is imported
and not used, and `stacks.py` says how the virtual camera differs. It gives NV12 whatever is asked,
as fast as it is read, and knows of all controls only how long a picture lasts. So this proves
opening, pictures, time-outs, rest, closing and opening again; neither colours nor exposure.
A virtual camera can be taken by two programs at once, so here one program takes it twice:
libcamera gives the same error ("Device or resource busy") for both.
"""
