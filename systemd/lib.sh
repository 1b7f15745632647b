# Shared by install.sh, update.sh, rollback.sh and uninstall.sh: where things are, and how one version is put in place.
# shellcheck shell=bash

ROOT="${CASTELLAN_TEST_ROOT:-}" # of tests alone: what is installed there starts nowhere else
NAME=castellan
KEEP_RELEASES=2
UP_SECONDS="${CASTELLAN_UP_SECONDS:-120}" # how long a new version may take to come up
WISHES="poweroff reboot rollback update" # what the host's page may ask root for
GROUPS_NEEDED="video render audio gpio"
BESIDE="systemd docs README.md LICENSE castellan.example.toml" # what a release has beside its code
SHIPPED="device vision rules web pyproject.toml requirements.lock $BESIDE"

opt() { echo "$ROOT/opt/$NAME"; }
state() { echo "$ROOT/var/lib/$NAME"; }
settings() { echo "$ROOT/etc/$NAME/$NAME.toml"; }
made_user() { echo "$ROOT/etc/$NAME/.made-user"; } # the user is ours to delete again
noted_clone() { echo "$(opt)/clone"; } # whose it is and where: newer versions come from there
units() { echo "$ROOT/etc/systemd/system"; }
avahi() { echo "$ROOT/etc/avahi/services/$NAME.service"; }

say() { printf '%s\n' "$*"; }
die() { printf 'Error: %s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || die "this changes the system; run it with sudo: sudo $0 $*"; }
has() { command -v "$1" >/dev/null 2>&1; }
# In a chroot, as while an image is built, there is no running systemd.
has_systemd() { [ -n "$ROOT" ] || [ -d /run/systemd/system ]; }
ctl() { systemctl "$@"; }

current() { readlink "$(opt)/current" 2>/dev/null || true; }

# What a port or a mode is, is asked of the program itself, so that nothing is parsed twice.
port() {
  "$(opt)/current/.venv/bin/python" - "$(settings)" <<'PY' 2>/dev/null || echo 8080
import sys
from pathlib import Path
from device.settings.reading import load_what_is_right
print(load_what_is_right(Path(sys.argv[1]))[0].web.port)
PY
}

# Where this machine itself reaches the table: the settings may bind it to one address.
here() {
  "$(opt)/current/.venv/bin/python" - "$(settings)" <<'PY' 2>/dev/null || echo "127.0.0.1:$(port)"
import sys
from pathlib import Path
from device.settings.reading import load_what_is_right
web = load_what_is_right(Path(sys.argv[1]))[0].web
host = "127.0.0.1" if web.host in ("", "0.0.0.0", "::") else web.host
print(f"[{host}]:{web.port}" if ":" in host else f"{host}:{web.port}")
PY
}

# Prints "mode release" of the table that answers now, or nothing.
answering() {
  python3 - "http://$(here)/health.json" <<'PY' 2>/dev/null || true
import json, sys, urllib.error, urllib.request
try:
    text = urllib.request.urlopen(sys.argv[1], timeout=5).read()
except urllib.error.HTTPError as answer:
    text = answer.read()
told = json.loads(text)
print(told["mode"], told["release"])
PY
}

switch_to() { # release: one atomic step, so that a power cut leaves the old or the new version
  ln -sfn "$1" "$(opt)/.current.new"
  mv -T "$(opt)/.current.new" "$(opt)/current"
}

place_units() { # from the current release: a version brings its own unit
  mkdir -p "$(units)"
  install -m 644 "$(opt)/current/systemd/$NAME.service" "$(units)/$NAME.service"
  if [ -d "$ROOT/etc/avahi/services" ]; then
    sed "s/@PORT@/$(port)/" "$(opt)/current/systemd/$NAME.avahi.xml" > "$(avahi)"
    chmod 644 "$(avahi)"
  fi
  place_wishes
  if has_systemd; then ctl daemon-reload || true; fi
  wait_for_wishes
}

place_wishes() { # a release that knows none takes those of another one away
  local from
  from="$(opt)/current/systemd"
  rm -f "$(units)/$NAME-wish@".* "$(units)/multi-user.target.wants/$NAME-wish@"*
  [ -e "$from/$NAME-wish@.path" ] || return 0
  install -m 644 "$from/$NAME-wish@.path" "$from/$NAME-wish@.service" "$(units)/"
}

wait_for_wishes() {
  local wish now=()
  [ -e "$(units)/$NAME-wish@.path" ] || return 0
  if has_systemd && [ "${START:-yes}" = yes ]; then now=(--now); fi
  for wish in $WISHES; do
    ctl enable "${now[@]}" "$NAME-wish@$wish.path" >/dev/null 2>&1 || true
  done
}

# Restart and wait until the release itself answers, as well as the mode before it did.
come_up() { # release, mode that is good enough
  local release="$1" enough="$2" seconds=0 mode running
  rm -f "$ROOT/run/$NAME/starts.json" # crashes of another version do not count
  ctl restart "$NAME.service" || return 1
  while [ "$seconds" -lt "$UP_SECONDS" ]; do
    read -r mode running <<<"$(answering)" || true
    if [ "${running:-}" = "$(basename "$release")" ]; then
      [ "$mode" = whole ] || [ "$mode" = "$enough" ]
      return
    fi
    sleep 1
    seconds=$((seconds + 1))
  done
  return 1
}

other_release() { # release: the newest whole one beside it, or nothing
  local path newest=""
  for path in "$(opt)"/releases/*/; do
    path="${path%/}"
    if [ "$path" = "$1" ] || [ ! -e "$path/.complete" ]; then continue; fi
    if [ -z "$newest" ] || [ "$path" -nt "$newest" ]; then newest="$path"; fi
  done
  echo "$newest"
}

save_data() { # a copy beside, in case a new version cannot give the data back to the old one
  [ -n "$(current)" ] && [ -f "$(state)/journal.db" ] || return 0
  local kept="$(state)/before-upgrade.tar" fresh
  fresh="$(state)/.before-upgrade.tar" # the version that runs may refuse to write over a file
  rm -f "$fresh"
  if "$(opt)/current/.venv/bin/castellan" --settings "$(settings)" backup "$fresh" --data "$(state)" >/dev/null; then
    chown "$NAME:$NAME" "$fresh"
    mv -f "$fresh" "$kept"
  else
    say "The data could not be backed up first; going on all the same."
  fi
}

prune_releases() { # the current one and the one before stay
  local keep="$1" before="$2" path
  for path in "$(opt)"/releases/*/; do
    path="${path%/}"
    case "$path" in "$keep" | "$before") ;; *) rm -rf "$path" ;; esac
  done
}
