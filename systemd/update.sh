#!/bin/bash
# Installs what the clone that Castellan was installed from offers, once its owner has pulled.
#
#   sudo castellan update
#
# The host's page may ask for this too, so nothing here comes from a phone: the folder was noted by
# install.sh, its owner may be root anyway, and its remote proves who it is. What git has is taken,
# not what somebody is just writing there. If the new version does not come up, the old one stays.
set -euo pipefail
umask 022
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=systemd/lib.sh
. "$HERE/lib.sh"
FETCH_SECONDS=300

case "${1:-}" in
  "") ;;
  -h | --help) say "Usage: sudo castellan update"; exit 0 ;;
  *) die "unknown option $1" ;;
esac
need_root "$@"

{ read -r owner && read -r clone; } 2>/dev/null <"$(noted_clone)" ||
  die "Castellan was not installed from a clone of yours; name a folder: sudo castellan update FOLDER"
[ "$(stat -c %u "$clone" 2>/dev/null)" = "$owner" ] || die "$clone is gone or belongs to somebody else now"

as_owner() {
  local user home
  if [ "$owner" = 0 ]; then "$@"; return; fi
  IFS=: read -r user _ _ _ _ home _ <<<"$(getent passwd "$owner")"
  runuser -u "$user" -- env HOME="$home" "$@"
}
in_clone() {
  as_owner env GIT_TERMINAL_PROMPT=0 GIT_SSH_COMMAND="ssh -o BatchMode=yes" \
    timeout "$FETCH_SECONDS" git -C "$clone" "$@"
}

remote="$(in_clone ls-remote --get-url)"
case "$remote" in # whoever shares the network could answer for any other
  https://* | ssh://*) ;;
  *::* | *://*) die "$remote does not prove who it is; take https or ssh" ;;
  *@*:*) ;;
  *) die "$remote does not prove who it is; take https or ssh" ;;
esac
say "Fetching what $remote has ..."
in_clone pull --ff-only --quiet || die "it could not be fetched; nothing was changed"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
in_clone archive HEAD | tar -x --no-same-owner -C "$work"
"$work/systemd/install.sh" --keep-clone
