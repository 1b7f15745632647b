#!/bin/bash
# Installs Castellan on Raspberry Pi OS (or another Debian) as a service, or upgrades it.
#
#   sudo systemd/install.sh            from a clone or an unpacked release
#
# Run it again from a newer version to upgrade. Data and settings stay; if the new version does
# not come up, the old one is put back. Nothing changes when the same version is installed twice.
set -euo pipefail
umask 022
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
SOURCE="$(dirname "$HERE")"
# shellcheck source=systemd/lib.sh
. "$HERE/lib.sh"

APT=yes START=yes WHEELS="" NOTE=yes

usage() {
  cat <<'TEXT'
Usage: sudo systemd/install.sh [--wheels FOLDER] [--no-apt] [--no-start] [--keep-clone]
  --wheels FOLDER  take Python packages from here instead of the internet
  --no-apt         install no Debian packages (they are there already)
  --no-start       put everything in place but start nothing
  --keep-clone     newer versions still come from the clone noted before, not from this folder

To build an image, run it inside: sudo chroot IMAGE /path/in/the/image/systemd/install.sh
TEXT
}

read_options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --wheels) WHEELS="$(cd "$2" && pwd)"; shift ;;
      --no-apt) APT=no ;;
      --no-start) START=no ;;
      --keep-clone) NOTE=no ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; die "unknown option $1" ;;
    esac
    shift
  done
}

check_machine() {
  [ "$(getconf LONG_BIT)" = 64 ] || die "this system is 32 bit; Castellan needs the 64-bit Raspberry Pi OS"
  has python3 || die "Python is missing: sudo apt-get install python3"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "Python 3.11 or newer is needed: Raspberry Pi OS Bookworm or later has it"
  has_systemd || { START=no; say "No systemd is running here: nothing will be started."; }
}

install_packages() {
  [ "$APT" = yes ] || return 0
  has apt-get || { say "No apt here; see docs/dependencies.md for what is needed."; return 0; }
  local wanted=(python3-venv libportaudio2 avahi-daemon) extra
  apt-get update -qq || say "The list of packages could not be renewed; trying with what is known."
  for extra in python3-picamera2 python3-lgpio; do # only the Pi's own archive has picamera2
    if apt-cache show "$extra" >/dev/null 2>&1; then wanted+=("$extra"); fi
  done
  say "Installing ${wanted[*]} ..."
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
}

make_user() {
  local group
  for group in $GROUPS_NEEDED; do # a unit that names an unknown group would not start
    getent group "$group" >/dev/null || groupadd --system "$group"
  done
  mkdir -p "$(state)" "$ROOT/etc/$NAME"
  if ! getent passwd "$NAME" >/dev/null; then
    useradd --system --user-group --home-dir "/var/lib/$NAME" --no-create-home --shell /usr/sbin/nologin "$NAME"
    touch "$(made_user)"
  fi
  chmod 700 "$(state)"
  chown "$NAME:$NAME" "$(state)"
}

fingerprint() { # of everything that is shipped, so that the same version is known again
  (cd "$SOURCE" && find $SHIPPED -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-10)
}

version() { sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/pyproject.toml" | head -1; }

build() { # release folder; called where bash does not stop at errors by itself
  local release="$1" source="$1/.source" pip flags=()
  rm -rf "$release"
  mkdir -p "$source" || return 1
  (cd "$SOURCE" && tar -c --exclude=__pycache__ --exclude='*.egg-info' $SHIPPED) |
    tar -x --no-same-owner -C "$source" || return 1
  chmod -R go+rX,go-w "$release"
  if python3 -c 'import importlib.util as u, sys; sys.exit(u.find_spec("picamera2") is None)'; then
    flags=(--system-site-packages) # the Pi's camera comes from apt alone
  fi
  say "Setting up Python packages (some minutes on a Pi) ..."
  python3 -m venv "${flags[@]}" "$release/.venv" || return 1
  pip=("$release/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir)
  if [ -n "$WHEELS" ]; then pip+=(--no-index --find-links "$WHEELS"); fi
  "${pip[@]}" --require-hashes --no-deps --only-binary=:all: -r "$source/requirements.lock" || return 1
  "${pip[@]}" --no-deps --no-build-isolation "$source" || return 1 # builds a wheel and installs that
  (cd "$source" && mv $BESIDE "$release/") && rm -rf "$source" || return 1
  "$release/.venv/bin/castellan" --help >/dev/null || return 1
  "$release/.venv/bin/python" -P -c 'import device.running.appliance, device.running.doctor, web.app, web.routes.health' || return 1
  touch "$release/.complete"
}

first_settings() {
  [ -e "$(settings)" ] && return 0
  sed -e 's/^names = .*/names = []               # in turn order, clockwise: ["Ada", "Ben"]/' \
    -e 's/^folder = .*/folder = "\/var\/lib\/castellan"   # the journal lives here/' \
    -e 's/Copy to castellan.toml and change what differs/Change what differs, then: sudo systemctl restart castellan/' \
    "$SOURCE/castellan.example.toml" > "$(settings)"
  chmod 644 "$(settings)"
}

activate() { # new release, release before (or empty)
  local new="$1" old="$2" enough=whole mode _
  if [ -n "$old" ]; then
    read -r mode _ <<<"$(answering)" || true
    enough="${mode:-whole}" # a table that was in safe mode before may stay so
    save_data
  fi
  switch_to "$new"
  place_units
  [ "$START" = yes ] || { ctl enable "$NAME.service" >/dev/null 2>&1 || true; return 0; }
  ctl enable "$NAME.service" >/dev/null 2>&1 || true
  come_up "$new" "$enough" && return 0
  [ -n "$old" ] || die "Castellan does not come up. Look: journalctl -u $NAME; castellan doctor says more."
  roll_back "$new" "$old" "$enough"
}

roll_back() { # new, old, mode that is good enough
  say "The new version does not come up; putting back $(basename "$2") ..."
  switch_to "$2"
  place_units
  if ! come_up "$2" "$3" && [ -f "$(state)/before-upgrade.tar" ]; then
    say "Its data were changed; putting those back too ..."
    ctl stop "$NAME.service" || true
    yes 2>/dev/null | # whatever that version asks
      "$2/.venv/bin/castellan" --settings "$(settings)" restore "$(state)/before-upgrade.tar" --data "$(state)" || true
    chown -R "$NAME:$NAME" "$(state)"
    come_up "$2" "$3" || die "the old version does not come up either. Look: journalctl -u $NAME"
  fi
  rm -rf "$1"
  die "the upgrade failed and was undone; the version before runs. Look: journalctl -u $NAME"
}

note_clone() { # only of somebody who may be root anyway: what it holds will be run as root
  local owner
  [ "$NOTE" = yes ] || return 0
  rm -f "$(noted_clone)"
  owner="$(stat -c %u "$SOURCE")"
  [ -e "$SOURCE/.git" ] || return 0
  [ "$owner" = 0 ] || [ "$owner" = "${SUDO_UID:-}" ] || return 0
  printf '%s\n' "$owner" "$SOURCE" > "$(noted_clone)"
}

firewall_hint() {
  if has ufw && ufw status 2>/dev/null | grep -q '^Status: active'; then
    say "A firewall is on. Let the phones in: sudo ufw allow $(port)/tcp"
  elif has nft && nft list ruleset 2>/dev/null | grep -q 'hook input.*policy drop'; then
    say "A firewall is on. Let the phones in on TCP port $(port)."
  fi
}

main() {
  read_options "$@"
  need_root "$@"
  check_machine
  local release old
  release="$(opt)/releases/$(version)-$(fingerprint)"
  old="$(current)"
  if [ "$NOTE" = no ] && [ "$old" = "$release" ]; then # a game goes on for it
    say "There is nothing newer than $(basename "$release")."
    return 0
  fi
  install_packages
  make_user
  if [ ! -e "$release/.complete" ]; then
    build "$release" || { rm -rf "$release"; die "the new version cannot be built; nothing was changed"; }
  fi
  first_settings
  if [ "$old" = "$release" ]; then old=""; say "This version is installed already; checking it."; fi
  activate "$release" "$old"
  prune_releases "$release" "${old:-$(other_release "$release")}"
  note_clone
  mkdir -p "$ROOT/usr/local/bin"
  ln -sfn "/opt/$NAME/current/.venv/bin/castellan" "$ROOT/usr/local/bin/castellan"
  say "Castellan $(version) is installed."
  say "Settings: $(settings)   Data: $(state)   Log: journalctl -u $NAME"
  if [ "$START" = yes ]; then say "Dashboard: http://$(hostname).local:$(port)/   Health: .../health"; fi
  firewall_hint
}

main "$@"
