#!/bin/bash
# Runs tests/picamera against the real picamera2 and libcamera, in a Debian 13 root that is made
# once and kept in ~/.cache/castellan. See __init__.py.
#
#   sudo tests/picamera/root.sh [pytest arguments]
#
# Needs: apt-get install mmdebstrap (on Ubuntu debian-archive-keyring too); the network once.
set -euo pipefail
SOURCE="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/castellan"
PICAMERA2=0.3.38 # what the fake says it behaves as
PACKAGES=ca-certificates,gcc,libc6-dev,libcamera-ipa,libcap-dev,python3-dev,python3-libcamera,python3-venv
MADE_FROM="$(cat "${BASH_SOURCE[0]}" "$SOURCE/requirements.lock" "$SOURCE/requirements-dev.lock" | sha256sum | cut -c1-10)"
ROOT="$CACHE/picamera-$MADE_FROM"
INSIDE=/usr/src/castellan

die() { echo "$*" >&2; exit 1; }

in_root() { # root, command; what is mounted is seen by this command alone and goes with it
  # shellcheck disable=SC2016
  unshare --mount --fork bash -euc '
    root="$1" source="$2" inside="$3"; shift 3
    mount --make-rprivate /
    mount --bind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount --bind "$source" "$root$inside"
    mount -o remount,bind,ro "$root$inside"
    exec chroot "$root" "$@"' - "$1" "$SOURCE" "$INSIDE" \
    env -i HOME=/root LANG=C.UTF-8 PATH=/opt/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin PIP_ROOT_USER_ACTION=ignore \
    ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} ${HTTPS_PROXY:+HTTPS_PROXY="$HTTPS_PROXY"} "${@:2}"
}

make_root() {
  local root="$ROOT.part" pytest
  pytest="$(sed -n 's/^\(pytest==[^ ;]*\).*/\1/p' "$SOURCE/requirements-dev.lock")"
  command -v mmdebstrap >/dev/null || die "mmdebstrap is missing: sudo apt-get install mmdebstrap"
  echo "Making a Debian 13 root with picamera2 in $ROOT ..."
  rm -rf --one-file-system "$CACHE"/picamera-*
  mkdir -p "$CACHE"
  mmdebstrap --quiet --variant=minbase --include="$PACKAGES" trixie "$root"
  mkdir -p "$root$INSIDE"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  in_root "$root" sh -euc "
    python3 -m venv --system-site-packages /opt/venv
    export PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1
    pip install --require-hashes --no-deps --only-binary=:all: -r $INSIDE/requirements.lock
    pip install picamera2==$PICAMERA2 $pytest"
  mv "$root" "$ROOT"
}

[ "$(id -u)" = 0 ] || die "Only root can make and enter such a root: sudo make test-picamera"
[ -d "$ROOT" ] || make_root
in_root "$ROOT" gcc -shared -fPIC -Wall -Wextra -O2 -fno-builtin-malloc -o /opt/dmabuf.so "$INSIDE/tests/picamera/dmabuf.c"
in_root "$ROOT" cp "$INSIDE/tests/picamera/pykms.py" /opt/venv/lib/python3.13/site-packages/
in_root "$ROOT" env LD_PRELOAD=/opt/dmabuf.so LIBCAMERA_LOG_LEVELS='*:FATAL' CASTELLAN_PICAMERA=real \
  PYTHONDONTWRITEBYTECODE=1 sh -c "cd $INSIDE && exec python -m pytest -q -p no:cacheprovider tests/picamera \"\$@\"" - "$@"
