"""`python -m device.cli`."""

from device.cli.main import main

main()
