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
    -h | --help) say "Usage: sudo systemd/uninstall.sh [--purge]"; exit 0 ;;
    *) die "unknown option $1; known is --purge" ;;
  esac
  shift
done
need_root "$@"

if has systemctl; then
  ctl disable --now "$NAME.service" >/dev/null 2>&1 || true
  for wish in $WISHES; do ctl disable --now "$NAME-wish@$wish.path" >/dev/null 2>&1 || true; done
fi
rm -f "$(units)/$NAME.service" "$(units)/$NAME-wish@".* "$(avahi)" "$ROOT/usr/local/bin/castellan"
if has_systemd; then ctl daemon-reload || true; fi
rm -rf "$(opt)"
if [ "$PURGE" = yes ]; then
  if [ -e "$(made_user)" ]; then
    userdel "$NAME" || true
  elif getent passwd "$NAME" >/dev/null; then
    say "The user $NAME stays: it was there before Castellan, or an older version made it."
  fi
  rm -rf "$(state)" "$ROOT/etc/$NAME"
  say "Castellan is gone, with all its games and settings."
else
  say "Castellan is gone. Games and boxes stay in $(state), settings in $ROOT/etc/$NAME (--purge deletes them)."
fi
