#!/bin/bash
# A slow job: installs Castellan into an arm64 root file system under user-mode emulation, by the
# very script a Pi runs, and runs rules, vision and a short simulated game there.
#
#   sudo tests/systemd/arm64.sh ROOT [pytest arguments]
#
# Takes what is committed. Needs: apt-get install qemu-user-static binfmt-support debootstrap. 15 minutes and more; ROOT is
# kept, so that a second run is quicker. SUITE=trixie takes the next Debian. The processor is that of
# a Pi 4, one thread: several times quicker than emulating all that the newest processors can.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
ROOT="${1:?a folder for the arm64 root file system}"
shift
SUITE="${SUITE:-bookworm}"
MIRROR="${MIRROR:-$(sed -n 's/^URIs: *//p; s/^deb \(http[^ ]*\) .*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1 || true)}"
WORK="$ROOT/usr/src/castellan"

make_root() {
  [ -e "$ROOT/.made" ] && return
  mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  update-binfmts --enable qemu-aarch64
  debootstrap --arch=arm64 --variant=minbase --include=python3,python3-venv,ca-certificates "$SUITE" "$ROOT" "$MIRROR"
  cp /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/"
  touch "$ROOT/.made"
}

in_root() {
  chroot "$ROOT" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    QEMU_CPU="${QEMU_CPU:-cortex-a72}" OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} \
    ${HTTPS_PROXY:+HTTPS_PROXY="$HTTPS_PROXY"} "$@"
}

mounted() {
  cp /etc/resolv.conf /etc/hosts "$ROOT/etc/"
  for place in proc dev; do mountpoint -q "$ROOT/$place" || mount --bind "/$place" "$ROOT/$place"; done
}

copy_source() {
  rm -rf "$WORK"
  mkdir -p "$WORK"
  git -C "$HERE" archive HEAD | tar -x -C "$WORK"
}

trap 'umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true' EXIT
make_root
mounted
copy_source
in_root /usr/src/castellan/systemd/install.sh --no-start --no-apt
in_root /usr/src/castellan/systemd/install.sh --no-start --no-apt # a second time changes nothing
in_root /opt/castellan/current/.venv/bin/castellan doctor || true
tools="$(sed -n 's/^\(pytest\|pluggy\|iniconfig\|packaging\|pygments\|hypothesis\|sortedcontainers\)==\([^ ;]*\).*/\1==\2/p' "$HERE/requirements-dev.lock")"
# shellcheck disable=SC2086
in_root /opt/castellan/current/.venv/bin/python -m pip install --quiet --no-deps $tools
pytest() { in_root sh -c "cd /usr/src/castellan && /opt/castellan/current/.venv/bin/python -m pytest -q -p no:cacheprovider $*"; }
pytest "$*"
pytest -m slow tests/device/senses/test_pulled_camera.py # a short simulated game through the whole house
