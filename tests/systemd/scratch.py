"""A scratch root with stand-ins for apt, users and systemd, to install into without a Pi.

The stand-in for systemctl really starts the service and waits for its READY=1, as systemd does
for Type=notify; virtual environments are made without the network, from the Python of the tests,
and a wheel is installed by copying (`pip.py`; `test_wheel.py` builds a real one).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from device.running.compose import free_port

SOURCE = Path(__file__).parents[2]
SHIPPED = ("device", "vision", "rules", "web", "systemd", "docs")
FILES = ("pyproject.toml", "requirements.lock", "README.md", "LICENSE", "castellan.example.toml")

LOGGED = """#!/bin/bash
echo "{name} $*" >> "$SCRATCH/log"
{then}
"""
PYTHON = """#!/bin/bash
if [ "$1 $2" != "-m venv" ]; then exec {python} "$@"; fi
venv="${{@: -1}}"; code="$venv/site-packages"
mkdir -p "$venv/bin" "$code"; touch "$venv/pyvenv.cfg"
cat > "$venv/bin/python" <<PY
#!/bin/bash
if [ "\\$1 \\$2" = "-m pip" ]; then
  echo "pip \\$*" >> "$SCRATCH/log"
  if [ -e "$SCRATCH/pip-fails" ]; then exit 1; fi
  from="\\${{@: -1}}"
  if [ -d "\\$from" ]; then {python} {pip} "\\$from" "$code"; fi
  exit 0
fi
PYTHONPATH="$code" exec {python} -P "\\$@"
PY
cat > "$venv/bin/castellan" <<CASTELLAN
#!/bin/bash
PYTHONPATH="$code" exec {python} -P -m device.cli "\\$@"
CASTELLAN
chmod +x "$venv/bin/python" "$venv/bin/castellan"
"""
SYSTEMCTL = """#!{python}
import os, signal, socket, subprocess, sys, time
from pathlib import Path
scratch, root = Path(os.environ["SCRATCH"]), Path(os.environ["SCRATCH"]) / "root"
with (scratch / "log").open("a") as log:
    print("systemctl", *sys.argv[1:], file=log)
pid = scratch / "pid"

def stop():
    if pid.exists():
        number = int(pid.read_text())
        pid.unlink()
        try:
            os.killpg(number, signal.SIGTERM)
            for _ in range(200):  # whoever is only waited for no more (Z) has ended
                if ") Z " in Path(f"/proc/{{number}}/stat").read_text():
                    break
                time.sleep(0.03)
            else:
                os.killpg(number, signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError):
            pass

if sys.argv[1] in ("stop", "disable", "restart"):
    stop()
if sys.argv[1] == "restart":
    unit = (root / "etc/systemd/system/castellan.service").read_text()
    start = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    words = [str(root) + w if w.startswith("/") else w for w in start[10:].split()]
    address = scratch / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(0.1)
        environment = {{**os.environ, "NOTIFY_SOCKET": str(address)}}
        service = subprocess.Popen(
            words, env=environment, stdout=(scratch / "journal").open("ab"),
            stderr=subprocess.STDOUT, start_new_session=True)
        pid.write_text(str(service.pid))
        for _ in range(300):
            try:
                if b"READY=1" in manager.recv(4096):
                    sys.exit(0)
            except TimeoutError:
                if service.poll() is not None:
                    sys.exit(1)
    sys.exit(1)
"""


class Scratch:
    """One scratch root and what was done to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.bin = folder, folder / "root", folder / "bin"
        self.port = free_port()
        for path in (self.root, self.bin, self.root / "etc/avahi/services"):
            path.mkdir(parents=True)
        self._stand_in("id", "echo 0")
        self._stand_in("getent", 'grep -qsx "$*" "$SCRATCH/known" || exit 2')
        for name in ("apt-get", "apt-cache", "useradd", "userdel", "groupadd", "chown", "ufw"):
            self._stand_in(name)
        self._stand_in("runuser", 'shift 3; exec "$@"')  # -u NAME --
        self._write("ssh", '#!/bin/bash\nexec sh -c "${@: -1}"\n')  # every host is this machine
        pip = Path(__file__).with_name("pip.py")
        self._write("python3", PYTHON.format(python=sys.executable, pip=pip))
        self._write("systemctl", SYSTEMCTL.format(python=sys.executable))

    def _stand_in(self, name: str, then: str = "") -> None:
        self._write(name, LOGGED.format(name=name, then=then))

    def _write(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def copy_of_source(self, name: str, version: str) -> Path:
        """A release to install from, with a version of its own."""
        to = self.folder / name
        for part in SHIPPED:
            shutil.copytree(SOURCE / part, to / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in FILES:
            shutil.copy(SOURCE / part, to / part)
        project = to / "pyproject.toml"
        text = project.read_text()
        project.write_text(text.replace('version = "0.1.0"', f'version = "{version}"'))
        return to

    def settings(self, text: str = "") -> None:
        """Settings that suit a test: no camera, a free port, few phones, and one address alone of
        this machine, which is not the one it usually asks itself by.
        """
        path = self.root / "etc/castellan/castellan.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        web = f'[web]\nhost = "127.0.0.2"\nport = {self.port}\nphones = 4\n'
        path.write_text(text or f'{web}[camera]\nuse = "none"\n')

    def run(self, script: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """Run one of the scripts as root would."""
        environment = {
            **os.environ,
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "SCRATCH": str(self.folder),
            "CASTELLAN_UP_SECONDS": "8",
            "CASTELLAN_TEST_ROOT": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SUDO_UID": str(os.getuid()),
        }
        return subprocess.run(
            [str(script), *options],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def has_user(self) -> None:
        """Somebody of this name is there before anything is installed."""
        (self.folder / "known").write_text("passwd castellan\n")

    def install(self, source: Path, *options: str) -> subprocess.CompletedProcess[str]:
        return self.run(source / "systemd/install.sh", *options)

    @property
    def current(self) -> str:
        """The name of the release that is in place."""
        return (self.root / "opt/castellan/current").readlink().name

    @property
    def log(self) -> list[str]:
        return (self.folder / "log").read_text().splitlines()

    def code_of(self, release: str) -> Path:
        """Where the code of an installed release lies."""
        return self.root / "opt/castellan/releases" / release / ".venv/site-packages"

    def releases(self) -> list[str]:
        return sorted(path.name for path in (self.root / "opt/castellan/releases").iterdir())

    def health(self) -> Any:
        """What the running service says of itself."""
        try:
            address = f"http://127.0.0.2:{self.port}/health.json"
            with urllib.request.urlopen(address, timeout=10) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as answer:
            return json.loads(answer.read())

    def close(self) -> None:
        """Stop whatever was started."""
        environment = {**os.environ, "SCRATCH": str(self.folder)}
        subprocess.run([str(self.bin / "systemctl"), "stop"], env=environment, check=True)
