#!/bin/bash
# What the host's page may ask of this machine; started by castellan-wish@.service, as root.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=systemd/lib.sh
. "$HERE/lib.sh"

wish="${1:-}"
case " $WISHES " in *" $wish "*) ;; *) die "unknown wish $wish" ;; esac
rm -f "$ROOT/run/$NAME/wish-$wish"
case "$wish" in
  rollback | update) exec "$HERE/$wish.sh" ;;
  *) ctl "$wish" ;;
esac
