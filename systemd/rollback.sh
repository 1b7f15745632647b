#!/bin/bash
# Puts the release that ran before in place again. If it does not come up the newer one stays.
#
#   sudo castellan rollback
set -euo pipefail
umask 022
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=systemd/lib.sh
. "$HERE/lib.sh"

case "${1:-}" in
  "") ;;
  -h | --help) say "Usage: sudo castellan rollback"; exit 0 ;;
  *) die "unknown option $1" ;;
esac
need_root "$@"

now="$(current)"
[ -n "$now" ] || die "Castellan is not installed here"
before="$(other_release "$now")"
[ -n "$before" ] || die "there is no other release on this machine; nothing was changed"
has_systemd || die "no systemd is running here; nothing was changed"

read -r mode _ <<<"$(answering)" || true
enough="${mode:-whole}" # a table that is in safe mode now may stay so
save_data
say "Going back from $(basename "$now") to $(basename "$before") ..."
switch_to "$before"
place_units
if come_up "$before" "$enough"; then
  say "$(basename "$before") runs. What was stored before lies in $(state)/before-upgrade.tar."
  if [ -x "$before/systemd/rollback.sh" ]; then say "The same command goes forward again."; fi
  exit 0
fi
say "It does not come up; putting back $(basename "$now") ..."
switch_to "$now"
place_units
come_up "$now" "$enough" || die "neither version comes up. Look: journalctl -u $NAME"
die "the version before does not come up; nothing was changed"
