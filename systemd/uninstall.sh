#!/bin/bash
# Takes Castellan off this machine. Games, boxes and settings stay, unless --purge is given.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=systemd/lib.sh
. "$HERE/lib.sh"

PURGE=no

while [ $# -gt 0 ]; do
  case "$1" in
    --purge) PURGE=yes ;;
    --root) ROOT="$(cd "$2" && pwd)"; shift ;;
    -h | --help) say "Usage: sudo systemd/uninstall.sh [--purge] [--root FOLDER]"; exit 0 ;;
    *) die "unknown option $1; known are --purge and --root FOLDER" ;;
  esac
  shift
done
need_root "$@"

if has systemctl; then
  ctl disable --now "$NAME.service" >/dev/null 2>&1 || true
fi
rm -f "$(units)/$NAME.service" "$(avahi)" "$ROOT/usr/local/bin/castellan"
if has systemctl; then ctl daemon-reload || true; fi
rm -rf "$(opt)"
if [ "$PURGE" = yes ]; then
  rm -rf "$(state)" "$ROOT/etc/$NAME"
  if getent passwd "$NAME" >/dev/null; then userdel "$NAME" || true; fi
  say "Castellan is gone, with all its games and settings."
else
  say "Castellan is gone. Games and boxes stay in $(state), settings in $ROOT/etc/$NAME (--purge deletes them)."
fi
