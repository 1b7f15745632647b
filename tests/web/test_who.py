"""Who a phone is: the code at the table, seats over restarts, that is my seat, and hosts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Phone, host_address, house_of
from tests.web.fake_school import FakeSchool
from tests.web.fake_table import FakeTable
from tests.web.test_health import Source
from tests.web.test_panel import FakePanel
from web.app import create_app
from web.bundles import bundled
from web.routes import health, panel
from web.who import claims, presence, seating, tries
from web.who.guests import LANGUAGE_COOKIE
from web.who.hosts import Hosts
from web.who.keep import Memory
from web.who.tokens import ALPHABET, LINKED, hashed, new_code, plain


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """One table with its files, which may be switched off and on."""

    def __init__(self, table: FakeTable) -> None:
        self.table, self.clock = table, Clock()
        self.seats, self.hosts = Memory(), Memory()
        self.start()

    def start(self, **more: Any) -> Flask:
        """Switch the device on; its memory is gone, its files are there."""
        hosts = Hosts(self.hosts, now=self.clock, clock=self.clock)
        self.app = create_app(
            self.table,
            join_url="http://192.168.1.20:8080/",
            seats=self.seats,
            hosts=hosts,
            clock=self.clock,
            **more,
        )
        return self.app

    @property
    def house(self) -> Any:
        return house_of(self.app)

    def phone(self, **environ: str) -> Phone:
        return Phone(self.app, **environ)

    def seated(self, seat: int | None, name: str = "") -> Phone:
        phone = self.phone()
        assert phone.join(seat, name).status_code == 200
        return phone

    def host(self) -> Phone:
        return self.phone().be_host()

    def again(self, phone: Phone) -> Phone:
        """The same phone, with its cookies, before the device as it runs now."""
        other = self.phone()
        for name in ("castellan", LANGUAGE_COOKIE):
            cookie = phone.client.get_cookie(name)
            if cookie is not None:
                other.client.set_cookie(name, cookie.value)
        return other

    def new_game(self, host: Phone, players: int = 4) -> None:
        assert host.do("new", game="kilt", players=players, options={}).status_code == 200


@pytest.fixture
def evening(table: FakeTable) -> Evening:
    return Evening(table)


def seat_of(phone: Phone) -> object:
    """The seat this phone holds; "out" where it may not even ask."""
    answer = phone.get("/api/state")
    return "out" if answer.status_code == 403 else answer.get_json()["seat"]


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["key"]


def mine(phone: Phone, seat: int, name: str = "") -> Any:
    """Tap "That is my seat"."""
    return phone.post("/api/join", {"seat": seat, "name": name, "language": "en", "mine": True})


def say(phone: Phone, yes: bool = True) -> int:
    """Answer the one phone that asks for a seat."""
    (claim,) = phone.state()["asking"]
    answer = phone.post("/api/claim", {"id": claim["id"], "yes": yes})
    assert answer.get_json().get("ok") is (answer.status_code == 200)
    return answer.status_code


# ---- the door --------------------------------------------------------------------------------

# What a phone that was not let in gets, for every route there is. Nothing else is open.
STRANGERS: dict[str, object] = {
    "GET /": 200,  # which game, which seats are free, where the code goes
    "GET /static/<name>": 200,
    "GET /health": 200,
    "GET /health.json": 200,
    "GET /health/alive": 200,
    "GET /metrics": "refused.host-only",
    "POST /api/language": 200,
    "POST /api/fault": "refused.field",  # a line for the host's log, and nothing in return
    "POST /api/enter": "refused.wrong-code",
    "POST /api/host": "refused.wrong-code",
    "POST /api/host/ask": "refused.no-button",
    "GET /join": "/",
    "GET /lobby": "/",
    "GET /screen": "/",
    "GET /table": "/",
    "GET /panel": "/",
    "GET /hosts": "/",
    "GET /end": "/",
    "GET /teach": "/",
    "POST /health/restart": "refused.host-only",
    "GET /backup": "refused.host-only",
    "GET /report": "refused.host-only",
    "POST /restore": "refused.host-only",
    "POST /api/recordings": "refused.host-only",
    "POST /api/machine": "refused.host-only",
}
BODIES = {
    "POST /api/language": {"language": "fr"},
    "POST /api/enter": {"code": "WRONG2"},
    "POST /api/host": {"code": "WRONG2"},
}
STYLE = bundled().name("plain", ".css")
FILLED = {
    "/static/<name>": f"/static/{STYLE}",
    "<int:number>": "1",
    "<name>": "evidence-1",
}


@pytest.fixture
def whole(evening: Evening, tmp_path: Any) -> Evening:
    """The table with everything that a running device serves."""
    evening.start(school=FakeSchool())
    health.install(evening.app, Source(tmp_path))
    panel.install(evening.app, FakePanel())
    return evening


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Every route as it is written, with a method and an address that means something."""
    for rule in app.url_map.iter_rules():
        path = rule.rule
        for part, value in FILLED.items():
            path = path.replace(part, value)
        for method in sorted(rule.methods & {"GET", "POST"}):
            yield f"{method} {rule.rule}", method, path.replace("<game>", "kilt")


def test_a_stranger_gets_what_is_on_the_list_and_nothing_else(whole: Evening) -> None:
    whole.seated(0, "Mia")
    got = {}
    for name, method, path in routes(whole.app):
        phone = whole.phone(REMOTE_ADDR=f"10.0.0.{len(got)}")
        answer = phone.get(path) if method == "GET" else phone.post(path, BODIES.get(name, {}))
        text = answer.get_data(as_text=True)
        if answer.status_code == 302:
            got[name] = answer.location
        else:
            got[name] = answer.status_code if answer.status_code < 400 else error(answer)[1]
        if not path.startswith(("/static", "/health", "/metrics")):
            assert "Mia" not in text, name
            assert "evidence-" not in text, name
        answer.close()
    assert {**dict.fromkeys(got, "refused.stranger"), **STRANGERS} == got


def test_a_stranger_sees_the_game_and_the_free_seats_and_no_names(evening: Evening) -> None:
    evening.seated(1, "Mia")
    answer = evening.phone().get("/")
    assert "Kilt Castle" in answer.text
    states = ["still free", "taken", "still free", "still free"]
    for seat, state in enumerate(states, 1):
        assert f"Seat {seat}: {state}" in answer.text
    for secret in ("Mia", "Anna", evening.house.seating.code, evening.house.seating.token):
        assert secret not in answer.text
    assert "Set-Cookie" not in answer.headers


def test_a_stranger_takes_no_place_among_the_live_streams(evening: Evening) -> None:
    assert error(evening.phone().get("/api/live")) == (403, "refused.stranger")
    assert evening.house.hub.connected() == frozenset()


def test_the_scanned_code_leads_to_the_seats_in_one_step(evening: Evening) -> None:
    phone, address = evening.phone(), evening.house.join_url
    assert address == f"http://192.168.1.20:8080/join?t={evening.house.seating.token}"
    answer = phone.get(address.removeprefix("http://192.168.1.20:8080"))
    assert (answer.status_code, answer.location) == (302, "/join")
    assert phone.get("/join").status_code == 200
    assert phone.join(2, "Mia").get_json() == {"ok": True, "seat": 2}


def test_the_printed_address_shows_the_board_with_one_click(evening: Evening) -> None:
    laptop = evening.phone()
    assert laptop.get(f"/?t={evening.house.seating.token}").location == "/table"
    assert laptop.get("/table").status_code == 200
    assert (laptop.state()["seat"], laptop.state()["host"]) == (None, False)


@pytest.mark.parametrize("path", ["/", "/join", "/table"])
def test_a_wrong_token_shows_the_doorstep_and_says_why(evening: Evening, path: str) -> None:
    phone = evening.phone()
    assert phone.get(f"{path}?t=wrong").location == "/?old=1"
    assert "every game has a new one" in phone.get("/?old=1").text
    assert seat_of(phone) == "out"


def test_the_code_may_be_typed_as_people_type(evening: Evening) -> None:
    code = evening.house.seating.code
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)
    phone = evening.phone()
    typed = f" {code[:3].lower()}-{code[3:].lower()} "
    assert phone.post("/api/enter", {"code": typed}).get_json() == {"ok": True}
    assert phone.get("/join").status_code == 200


def test_qr_code_and_code_are_shown_to_who_is_in_at_any_time(evening: Evening) -> None:
    seated, host, stranger = evening.seated(0), evening.host(), evening.phone()
    for phone in (seated, host):
        assert evening.house.seating.code in phone.get("/").text
        assert phone.get("/qr.svg").status_code == 200
    assert evening.house.seating.code in host.get("/hosts").text
    assert error(seated.get("/hosts")) == (403, "refused.host-only")
    assert error(stranger.get("/qr.svg")) == (403, "refused.stranger")


def test_five_wrong_codes_are_free_then_the_wait_doubles(evening: Evening) -> None:
    phone, code = evening.phone(), evening.house.seating.code
    for _ in range(tries.FREE):
        assert error(phone.post("/api/enter", {"code": "WRONG2"})) == (403, "refused.wrong-code")
    for wait in (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600):
        refused = phone.post("/api/enter", {"code": code})
        assert error(refused) == (429, "refused.wait")
        assert f"Wait {wait + 1} seconds" in refused.get_json()["error"]["text"]
        evening.clock.now += wait - 0.5
        assert error(phone.post("/api/enter", {"code": "WRONG2"})) == (429, "refused.wait")
        evening.clock.now += 0.5
        assert error(phone.post("/api/enter", {"code": "WRONG2"})) == (403, "refused.wrong-code")
    evening.clock.now += 3600
    assert phone.post("/api/enter", {"code": code}).status_code == 200


def test_who_guesses_locks_out_nobody_else(evening: Evening) -> None:
    host = evening.host()
    thief = evening.phone(REMOTE_ADDR="192.168.1.99")
    for _ in range(20):
        thief.post("/api/enter", {"code": "WRONG2"})
    other = evening.phone(REMOTE_ADDR="192.168.1.98")
    assert other.post("/api/enter", {"code": evening.house.seating.code}).status_code == 200
    assert thief.scan().get("/join").status_code == 200, "the right token lets in from anywhere"
    assert host.state()["host"] is True


def test_fifteen_hundred_guesses_of_a_hosts_code_are_slowed_logged_and_shown(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    host, thief = evening.host(), evening.phone(REMOTE_ADDR="192.168.1.99")
    told = [thief.post("/api/host", {"code": new_code()}).status_code for _ in range(1500)]
    assert (told.count(403), told.count(429)) == (5, 1495)
    assert len([line for line in caplog.messages if "192.168.1.99" in line]) == 5
    assert "192.168.1.99: 5 wrong, 1495 not listened to" in host.get("/hosts").text
    code = evening.house.hosts.one_time()
    assert error(thief.post("/api/host", {"code": code})) == (429, "refused.wait")
    assert seat_of(thief) == "out"


def test_who_knows_the_tables_code_guesses_a_hosts_code_no_faster(evening: Evening) -> None:
    guest, table = evening.phone(), evening.house.seating
    told = []
    for number in range(60):
        told.append(guest.post("/api/host", {"code": new_code()}).status_code)
        if number % 4 == 3:
            guest.scan()
            evening.phone().post("/api/enter", {"code": table.code})
    assert (told.count(403), told.count(429)) == (5, 55)
    other = evening.phone().post("/api/enter", {"code": table.code})
    assert other.status_code == 200, "the two codes are slowed apart"


def test_a_website_that_opens_addresses_of_hosts_slows_nobody(evening: Evening) -> None:
    """Its pictures are asked for from the good phone's own address."""
    code, link = (evening.house.hosts.one_time(seconds) for seconds in (120.0, None))
    for wrong in ("GUESSED", new_code(), new_code(LINKED)) * 20:
        assert evening.phone().get(f"/?host={wrong}").location == "/?old=1"
    assert evening.phone().get(f"/?host={code}").location == "/?old=1", "this one is for typing"
    assert evening.phone().post("/api/host", {"code": code}).status_code == 200
    assert evening.phone().get(f"/?host={link}").location == "/"
    entered = evening.phone().post("/api/enter", {"code": evening.house.seating.code})
    assert entered.status_code == 200


def test_an_open_table_asks_nobody_for_a_code(evening: Evening) -> None:
    evening.start(open_table=True)
    phone = evening.phone()
    assert phone.get("/join").status_code == 200
    answer = phone.post("/api/join", {"seat": 0, "name": "Mia", "language": "en"})
    assert answer.get_json() == {"ok": True, "seat": 0}
    assert phone.state()["host"] is False


# ---- the cookie ------------------------------------------------------------------------------


def test_the_device_keeps_hashes_alone(evening: Evening) -> None:
    phone, host = evening.seated(0), evening.host()
    kept = json.dumps([evening.seats.read(), evening.hosts.read()])
    for each in (phone, host):
        token = each.client.get_cookie("castellan").value
        assert token not in kept
        assert hashed(token) in kept


def test_a_clock_that_goes_back_signs_nobody_out(evening: Evening) -> None:
    phone, host = evening.seated(0), evening.host()
    for step in (-1800, -86400, 400 * 86400):
        evening.clock.now += step
        evening.start()
        back = evening.again(phone)
        answer = back.get("/api/state")
        assert (answer.get_json()["seat"], "Set-Cookie" in answer.headers) == (0, False)
        assert evening.again(host).state()["host"] is True


@pytest.mark.parametrize("cookie", ["eyJjbGllbnQiOiJhIn0.x.y", "a", "ä" * 32, "a" * 33])
def test_a_cookie_that_cannot_be_read_is_not_written_over_by_looking(
    evening: Evening, cookie: str
) -> None:
    phone = evening.phone()
    phone.client.set_cookie("castellan", cookie)
    sent = phone.client.get_cookie("castellan").value
    for path in ("/", "/join", "/table", "/api/state", "/api/live", "/?t=wrong", "/?host=WRONG2"):
        assert "Set-Cookie" not in phone.get(path).headers, path
    assert phone.client.get_cookie("castellan").value == sent
    assert phone.scan().client.get_cookie("castellan").value != sent
    assert seat_of(phone) is None


# ---- seats -----------------------------------------------------------------------------------


def test_a_restart_changes_nothing(evening: Evening) -> None:
    mia, noah, watcher = evening.seated(0, "Mia"), evening.seated(1), evening.seated(None)
    token, code = evening.house.seating.token, evening.house.seating.code
    evening.start()
    assert [seat_of(evening.again(each)) for each in (mia, noah, watcher)] == [0, 1, None]
    assert (evening.house.seating.token, evening.house.seating.code) == (token, code)
    stranger = evening.phone()
    assert error(stranger.join(0)) == (409, "refused.seat-taken")
    assert seat_of(stranger) is None


def test_who_was_sent_away_stays_away_over_a_restart(evening: Evening) -> None:
    kicked, host = evening.seated(0), evening.host()
    assert host.do("free", seat=0).status_code == 200
    assert seat_of(kicked) == "out"
    evening.start()
    assert seat_of(evening.again(kicked)) == "out"
    back = evening.again(kicked).scan()
    assert seat_of(back) is None
    assert error(back.join(0)) == (409, "refused.seat-was-held")
    assert error(evening.phone().join(0)) == (409, "refused.seat-was-held")


def test_a_seat_that_was_freed_is_given_by_the_host(evening: Evening) -> None:
    evening.seated(0)
    host = evening.host()
    host.do("free", seat=0)
    late = evening.phone().scan()
    assert mine(late, 0, "Lea").get_json() == {"ok": True, "seat": None}
    assert say(host) == 200
    assert seat_of(late) == 0


def test_an_open_stream_ends_when_its_phone_is_sent_away(evening: Evening) -> None:
    phone, host = evening.seated(0), evening.host()
    live = phone.listen()
    assert b'"seat":0' in live.hear()
    host.do("free", seat=0)
    assert live.hear() == b""
    assert live.stream.ended
    assert error(phone.get("/api/live")) == (403, "refused.stranger")


def test_a_freed_seat_is_shown_as_held_to_a_phone_without_a_cookie(evening: Evening) -> None:
    evening.start(open_table=True)
    phone = evening.phone()
    phone.post("/api/join", {"seat": 1, "language": "en"})
    evening.house.seating.free(1)
    page = evening.phone().get("/join").text
    held = [seat for seat in range(4) if f'value="{seat}" data-held' in page]
    assert held == [1]


def test_one_phone_has_one_seat(evening: Evening) -> None:
    phone = evening.seated(0)
    for seat in (1, 2, 3):
        evening.table.entries.clear()  # nothing has happened yet: seats may be tried
        assert phone.join(seat).status_code == 200
        joined = [each["joined"] for each in phone.state()["seats"]]
        assert joined == [at == seat for at in range(4)]
    assert evening.seated(0).state()["seat"] == 0


def test_a_seat_left_in_play_is_kept_for_who_left_it(evening: Evening) -> None:
    phone, other = evening.seated(0), evening.phone()
    phone.join(None)
    assert error(other.join(0)) == (409, "refused.seat-was-held")
    assert phone.join(0).status_code == 200


def test_getting_up_before_the_game_leaves_the_seat_free(evening: Evening) -> None:
    evening.table.entries.clear()
    phone = evening.seated(0)
    phone.join(None)
    assert evening.seated(0).state()["seat"] == 0


def test_a_new_game_has_a_new_code_and_keeps_who_is_there(evening: Evening) -> None:
    mia, gone, watcher = (evening.seated(seat) for seat in (0, 1, None))
    host = evening.host()
    old = evening.house.join_url
    evening.clock.now += presence.AWAY_SECONDS
    mia.state(), watcher.state()
    evening.new_game(host)
    assert evening.house.join_url != old
    assert [seat_of(each) for each in (mia, gone, watcher)] == [0, "out", None]
    assert evening.phone().get(old.partition(":8080")[2]).location == "/?old=1"
    assert evening.seated(1).state()["seat"] == 1, "nobody held it in this game"
    evening.start()
    assert [seat_of(evening.again(each)) for each in (mia, gone, watcher)] == [0, "out", None]


def test_another_game_after_a_restart_asks_everybody_for_its_code(evening: Evening) -> None:
    phone = evening.seated(0)
    evening.table.evenings += 1
    evening.start()
    assert seat_of(evening.again(phone)) == "out"


def test_a_smaller_game_makes_the_last_seat_a_spectator(evening: Evening) -> None:
    fourth, host = evening.seated(3), evening.host()
    evening.new_game(host, players=3)
    assert fourth.state()["seat"] is None
    assert len(fourth.state()["seats"]) == 3


# ---- away, and "that is my seat" -------------------------------------------------------------


def test_fewer_players_of_the_same_evening_leave_no_seat_that_is_none(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game in which nothing happened is followed by another under the same name."""
    monkeypatch.setattr(evening.table, "evening", lambda: "the same")
    evening.start()
    host, last = evening.host(), evening.seated(3)
    evening.new_game(host, players=2)
    assert [seat_of(last), evening.house.seating.taken()] == [None, frozenset()]
    assert error(last.do("undo")) == (403, "refused.spectator")


def test_a_game_that_is_gone_on_with_has_the_seats_it_had(evening: Evening) -> None:
    mia, host = evening.seated(0), evening.host()
    ben = evening.seated(1)
    evening.clock.now += presence.AWAY_SECONDS
    ben.state()
    first = evening.table.evenings
    evening.new_game(host)
    assert [host.join(0).status_code, seat_of(mia), seat_of(ben)] == [200, "out", 1]
    evening.table.evenings = first
    evening.table.changed()
    assert [seat_of(host), seat_of(ben)] == [None, 1]
    assert error(host.join(0)) == (409, "refused.seat-was-held")
    assert mia.scan().join(0).get_json() == {"ok": True, "seat": 0}


def test_of_eight_earlier_games_it_is_known_who_sat_where(evening: Evening) -> None:
    host = evening.host()
    for _ in range(seating.MOST_GAMES + 4):
        evening.seated(0)
        evening.clock.now += presence.AWAY_SECONDS
        evening.new_game(host)
    assert len(evening.seats.read()["earlier"]) == seating.MOST_GAMES
    evening.start()
    assert len(evening.house.seating._sitting.earlier) == seating.MOST_GAMES


def test_a_seat_is_away_after_half_a_minute_without_its_phone(evening: Evening) -> None:
    gone, here = evening.seated(0), evening.seated(1)
    evening.clock.now += presence.AWAY_SECONDS - 1
    here.state()
    assert [each["away"] for each in here.state()["seats"]] == [False] * 4
    evening.clock.now += 1
    seats = here.state()["seats"]
    assert [each["away"] for each in seats] == [True, False, False, False]
    assert [each["joined"] for each in seats] == [True, True, False, False]
    assert gone.state()["seats"][0]["away"] is False


def test_a_phone_with_an_open_stream_is_there(evening: Evening) -> None:
    quiet, other = evening.seated(0), evening.seated(1)
    live = quiet.listen()
    evening.clock.now += 3600
    assert other.state()["seats"][0]["away"] is False
    live.hang_up()
    evening.clock.now += presence.AWAY_SECONDS
    assert other.state()["seats"][0]["away"] is True


def test_the_others_are_told_when_a_phone_went_away(evening: Evening) -> None:
    evening.seated(0)
    other = evening.seated(1)
    live = other.listen()
    assert b'"away":true' not in live.hear()
    evening.clock.now += presence.AWAY_SECONDS
    assert b'"away":true' in live.hear()


def test_who_speaks_for_a_seat_counts_phones_that_are_there(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.seated(0)
    host = evening.host()
    spoken: list[Any] = []
    monkeypatch.setattr(evening.table, "_do_undo", lambda *_: None)
    do = evening.table.do

    def heard(command: Any, speaker: Any, *more: Any) -> Any:
        spoken.append(speaker)
        return do(command, speaker, *more)

    monkeypatch.setattr(evening.table, "do", heard)
    host.do("undo")
    evening.clock.now += presence.AWAY_SECONDS
    host.do("undo")
    assert [speaker.present for speaker in spoken] == [{0}, frozenset()]


def test_a_host_who_went_away_is_no_longer_there_to_be_asked(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, host = evening.seated(0), evening.host()
    hosted: list[bool] = []
    monkeypatch.setattr(
        evening.table, "judge", lambda _event, speaker, _language: hosted.append(speaker.hosted)
    )
    for wait in (presence.AWAY_SECONDS - 1, 1):
        player.post("/api/judge", {"event": {}})
        evening.clock.now += wait
    player.post("/api/judge", {"event": {}})
    host.state()
    player.post("/api/judge", {"event": {}})
    assert hosted == [True, True, False, True]


def test_the_host_says_at_once_whose_seat_it_is(evening: Evening) -> None:
    ben, host, watcher = evening.seated(1, "Ben"), evening.host(), evening.seated(None)
    new = evening.phone().scan()
    assert mine(new, 1, "Ben too").get_json() == {"ok": True, "seat": None}
    assert new.get("/api/claim").get_json() == {"seat": None, "waits": True, "seconds": 60}
    (asked,) = host.state()["asking"]
    assert asked["text"] == "“Ben too” says on another phone: Ben’s seat is mine. Is that right?"
    assert asked["decides"] is True
    assert watcher.state()["asking"] == []
    assert say(host) == 200
    assert new.get("/api/claim").get_json() == {"seat": 1, "waits": False}
    assert [seat_of(new), seat_of(ben)] == [1, None]
    for phone in (host, watcher, new):
        assert "Ben’s seat was taken by another phone." in phone.state()["notices"]
    evening.clock.now += claims.NEWS_SECONDS
    assert watcher.scan().state()["notices"] == []


def test_who_asks_for_a_seat_with_the_first_word_is_there_to_be_given_it(evening: Evening) -> None:
    evening.start(open_table=True)
    evening.clock.now += 100  # the device has run for a while
    evening.seated(1)
    host, new = evening.host(), evening.phone()
    assert mine(new, 1).get_json() == {"ok": True, "seat": None}
    assert say(host) == 200
    assert seat_of(new) == 1


def test_the_host_may_say_no(evening: Evening) -> None:
    evening.seated(1)
    host, new = evening.host(), evening.phone().scan()
    mine(new, 1)
    assert say(host, yes=False) == 200
    assert new.get("/api/claim").get_json() == {"seat": None, "waits": False}
    assert host.state()["asking"] == []


def test_who_changes_phones_says_yes_on_the_old_one(evening: Evening) -> None:
    old, new = evening.seated(1), evening.phone().scan()
    mine(new, 1)
    assert say(old) == 200
    assert [seat_of(new), seat_of(old)] == [1, None]


def test_a_lost_phone_is_revoked_when_its_seat_is_given_away(evening: Evening) -> None:
    lost, host, new = evening.seated(1), evening.host(), evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    mine(new, 1)
    say(host)
    assert [seat_of(new), seat_of(lost)] == [1, "out"]


def waits(evening: Evening, seconds: float, *phones: Phone) -> None:
    """Let time pass while these phones stay there."""
    for _ in range(int(seconds / 10)):
        evening.clock.now += 10
        for phone in phones:
            phone.get("/api/claim")


def test_two_seats_say_yes_after_a_minute(evening: Evening) -> None:
    lost, ann, cleo = (evening.seated(seat) for seat in (0, 1, 2))
    new = evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    ann.state(), cleo.state()
    mine(new, 0)
    assert say(ann) == 200
    assert say(cleo) == 200
    waits(evening, 50, new, ann, cleo)
    assert seat_of(new) is None, "the lost phone may come back within the minute"
    waits(evening, 10, new, ann, cleo)
    assert [seat_of(new), seat_of(lost)] == [0, "out"]


def test_one_seat_of_two_is_not_enough(evening: Evening) -> None:
    _, ann, cleo = (evening.seated(seat) for seat in (0, 1, 2))
    new = evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    ann.state(), cleo.state()
    mine(new, 0)
    say(ann)
    waits(evening, 120, new, ann, cleo)
    assert seat_of(new) is None
    say(cleo)
    assert seat_of(new) == 0


def test_two_seats_cannot_take_the_seat_of_a_phone_that_is_there(evening: Evening) -> None:
    victim, ann, cleo = (evening.seated(seat) for seat in (0, 1, 2))
    new = evening.phone().scan()
    mine(new, 0)
    say(ann), say(cleo)
    waits(evening, 120, new, ann, cleo, victim)
    assert [seat_of(new), seat_of(victim)] == [None, 0]
    assert say(victim, yes=False) == 200
    assert new.get("/api/claim").get_json() == {"seat": None, "waits": False}


def test_with_one_other_player_there_one_yes_is_enough(evening: Evening) -> None:
    evening.seated(0)
    ann, new = evening.seated(1), evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    ann.state()
    mine(new, 0)
    say(ann)
    waits(evening, 60, new, ann)
    assert seat_of(new) == 0


def test_alone_at_the_table_a_minute_is_enough(evening: Evening) -> None:
    evening.seated(0)
    new = evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    mine(new, 0)
    waits(evening, 50, new)
    assert seat_of(new) is None
    waits(evening, 10, new)
    assert seat_of(new) == 0


def test_a_host_who_is_there_is_waited_for(evening: Evening) -> None:
    evening.seated(0)
    host, new = evening.host(), evening.phone().scan()
    evening.clock.now += presence.AWAY_SECONDS
    mine(new, 0)
    waits(evening, 120, new, host)
    assert seat_of(new) is None
    waits(evening, 40, new)
    assert seat_of(new) == 0


def test_who_asks_and_goes_away_asks_no_more(evening: Evening) -> None:
    evening.seated(0)
    host, new = evening.host(), evening.phone().scan()
    mine(new, 0)
    evening.clock.now += presence.AWAY_SECONDS
    evening.house.look_around()
    assert host.state()["asking"] == []


def test_a_watcher_and_a_stranger_say_neither_yes_nor_no(evening: Evening) -> None:
    evening.seated(0)
    host, watcher, new = evening.host(), evening.seated(None), evening.phone().scan()
    mine(new, 0)
    (claim,) = host.state()["asking"]
    body = {"id": claim["id"], "yes": True}
    assert error(watcher.post("/api/claim", body)) == (403, "refused.spectator")
    assert error(evening.phone().post("/api/claim", body)) == (403, "refused.stranger")
    assert error(new.post("/api/claim", body)) == (403, "refused.spectator")
    assert error(host.post("/api/claim", {"id": "none", "yes": True}))[0] == 409
    assert error(host.post("/api/claim", {"id": [], "yes": 1}))[0] == 400


def test_six_phones_may_ask_at_once_and_each_for_one_seat(evening: Evening) -> None:
    evening.seated(0)
    addresses = [f"192.168.1.{number}" for number in range(claims.MOST_OPEN + 1)]
    phones = [evening.phone(REMOTE_ADDR=each).scan() for each in addresses]
    told = [mine(phone, 0).status_code for phone in phones]
    assert told == [200] * claims.MOST_OPEN + [503]
    assert mine(phones[0], 0).status_code == 200
    assert len(evening.host().state()["asking"]) == claims.MOST_OPEN


def test_one_person_with_many_phones_leaves_room_to_ask_for_others(evening: Evening) -> None:
    evening.seated(0)
    told = [mine(evening.phone().scan(), 0).status_code for _ in range(8)]
    assert told == [200] * claims.MOST_OF_ADDRESS + [503] * 6
    good = evening.phone(REMOTE_ADDR="192.168.1.98").scan()
    assert mine(good, 0, "Mia").status_code == 200
    assert len(evening.host().state()["asking"]) == claims.MOST_OF_ADDRESS + 1


def test_who_was_told_no_asks_again_after_a_minute(evening: Evening) -> None:
    evening.seated(0), evening.seated(1)
    host, thief = evening.host(), evening.phone(REMOTE_ADDR="192.168.1.99").scan()
    mine(thief, 0)
    say(host, yes=False)
    other = evening.phone(REMOTE_ADDR="192.168.1.99").scan()
    assert [error(mine(each, 0)) for each in (thief, other)] == [(429, "refused.asked-before")] * 2
    assert "Ask again in 61 seconds" in mine(thief, 0).get_json()["error"]["text"]
    assert mine(thief, 1).status_code == 200, "the no was about the other seat"
    good = evening.phone(REMOTE_ADDR="192.168.1.98").scan()
    assert mine(good, 0).status_code == 200
    evening.clock.now += claims.WAIT_SECONDS
    assert mine(other, 0).status_code == 200


def test_a_host_takes_no_seat_whose_phone_is_there(evening: Evening) -> None:
    """A host who plays may not look at the others' secrets either."""
    mia, host = evening.seated(0), evening.host()
    assert mine(host, 0).get_json() == {"ok": True, "seat": None}
    (claim,) = mia.state()["asking"]
    itself = host.post("/api/claim", {"id": claim["id"], "yes": True})
    assert error(itself) == (403, "refused.not-yours")
    waits(evening, 120, mia, host)
    assert [seat_of(host), seat_of(mia)] == [None, 0]
    assert say(mia) == 200
    assert [seat_of(host), seat_of(mia)] == [0, None]


def test_a_host_takes_the_seat_of_a_phone_that_is_gone_at_once(evening: Evening) -> None:
    lost, host = evening.seated(0), evening.host()
    mine(host, 0)
    waits(evening, presence.AWAY_SECONDS, host)
    assert [seat_of(host), seat_of(lost)] == [0, "out"]


def test_who_asks_is_not_called_by_a_word_of_the_device(evening: Evening) -> None:
    evening.seated(0)
    mine(evening.phone().scan(), 0, "Нost")
    (claim,) = evening.host().state()["asking"]
    assert claim["text"].startswith("Another phone says:")


# ---- hosts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "environ",
    [
        {"REMOTE_ADDR": "127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost"},
        {"REMOTE_ADDR": "::1", "HTTP_HOST": "localhost"},
    ],
)
def test_nobody_is_host_by_address(evening: Evening, environ: dict[str, str]) -> None:
    phone = evening.phone(**environ).scan()
    assert phone.state()["host"] is False
    assert error(phone.do("free", seat=0)) == (403, "refused.spectator")


def test_a_code_makes_one_phone_host_once(evening: Evening) -> None:
    code = evening.house.hosts.one_time()
    first, second = evening.phone(), evening.phone()
    assert first.post("/api/host", {"code": code.lower()}).get_json() == {"ok": True}
    assert first.state()["host"] is True
    assert error(second.post("/api/host", {"code": code})) == (403, "refused.wrong-code")
    assert seat_of(second) == "out"


def test_a_code_holds_two_minutes(evening: Evening) -> None:
    code = evening.house.hosts.one_time()
    evening.clock.now += 120
    late = evening.phone()
    assert error(late.post("/api/host", {"code": code})) == (403, "refused.wrong-code")


def test_the_code_of_an_address_leaves_it_and_is_in_no_page(evening: Evening) -> None:
    address = host_address(evening.app, "")
    code = address.partition("=")[2]
    phone = evening.phone()
    answer = phone.get(address)
    assert (answer.status_code, answer.location) == (302, "/")
    for path in ("/", "/join", "/table", "/hosts", "/api/state", "/qr.svg"):
        assert code not in phone.get(path).text
    assert evening.phone().get(address).location == "/?old=1"


def test_the_key_of_earlier_versions_opens_nothing(evening: Evening) -> None:
    phone = evening.phone()
    assert phone.get("/?host=only-the-host-knows").location == "/?old=1"
    assert seat_of(phone) == "out"


def test_hosts_are_listed_and_struck_off_one_by_one(evening: Evening) -> None:
    first = evening.host()
    evening.clock.now += 60
    second = evening.phone()
    second.client.get(
        host_address(evening.app, ""), headers={"User-Agent": "Mozilla/5.0 (Linux; Android 14)"}
    )
    names = [host.name for host in evening.house.hosts.listed()]
    assert names == ["Android", "?"]
    assert "Android" in first.get("/hosts").text
    revoked = evening.house.hosts.listed()[0].phone[:12]
    assert first.post("/api/hosts", {"do": "revoke", "id": revoked}).status_code == 200
    assert [seat_of(first), seat_of(second)] == [None, "out"]
    evening.start()
    assert [seat_of(evening.again(each)) for each in (first, second)] == [None, "out"]


def test_all_others_or_all_are_struck_off_together(evening: Evening) -> None:
    first, second, third = (evening.host() for _ in range(3))
    assert first.post("/api/hosts", {"do": "revoke", "id": "others"}).status_code == 200
    assert [seat_of(each) for each in (first, second, third)] == [None, "out", "out"]
    assert first.post("/api/hosts", {"do": "revoke", "id": "all"}).status_code == 200
    assert seat_of(first) == "out"


def test_only_a_host_strikes_off_and_renews_the_code(evening: Evening) -> None:
    evening.host()
    seated, code = evening.seated(0), evening.house.seating.code
    for body in ({"do": "revoke", "id": "all"}, {"do": "new-code"}):
        assert error(seated.post("/api/hosts", body)) == (403, "refused.host-only")
    assert len(evening.house.hosts.listed()) == 1
    assert evening.house.seating.code == code


def test_a_new_code_ends_the_old_one_and_sends_nobody_away(evening: Evening) -> None:
    host, seated, old = evening.host(), evening.seated(0), evening.house.seating.code
    assert host.post("/api/hosts", {"do": "new-code"}).status_code == 200
    assert seat_of(seated) == 0
    assert error(evening.phone().post("/api/enter", {"code": old})) == (403, "refused.wrong-code")


def test_an_open_stream_loses_a_hosts_rights_at_once(evening: Evening) -> None:
    phone = evening.seated(0)
    phone.be_host()
    other = evening.host()
    live = phone.listen()
    assert b'"host":true' in live.hear()
    seated = hashed(phone.client.get_cookie("castellan").value)[:12]
    other.post("/api/hosts", {"do": "revoke", "id": seated})
    assert b'"host":false' in live.hear()
    assert error(phone.do("free", seat=1)) == (403, "refused.host-only")


def test_everybody_hears_of_a_new_host(evening: Evening) -> None:
    phone = evening.seated(0, "Mia")
    assert phone.state()["notices"] == []
    evening.host()
    assert phone.state()["notices"] == ["A phone became host: ?."]
    phone.be_host()
    assert "A phone became host: Mia." in phone.state()["notices"]


def test_a_host_needs_no_code_for_a_new_game_and_stays_host(evening: Evening) -> None:
    host = evening.host()
    evening.new_game(host)
    evening.clock.now += 3600
    assert host.get("/table").status_code == 200
    assert host.state()["host"] is True


# ---- a hand on the panel ---------------------------------------------------------------------


def test_a_held_button_makes_the_one_phone_host_that_asks(evening: Evening) -> None:
    evening.house.hosts.by_hand = True
    phone = evening.phone()
    asked = phone.post("/api/host/ask", {}).get_json()
    assert asked == {"ok": True, "host": False, "alone": True}
    assert phone.get("/table").location == "/"
    assert evening.house.hosts.grant_by_hand() is True
    assert phone.post("/api/host/ask", {}).get_json() == {"ok": True, "host": True}
    assert phone.state()["host"] is True
    assert evening.house.hosts.grant_by_hand() is False, "a hold makes one host"


def test_with_two_phones_that_ask_a_held_button_makes_neither_host(evening: Evening) -> None:
    evening.house.hosts.by_hand = True
    owner, thief = evening.phone(), evening.phone()
    thief.post("/api/host/ask", {})
    assert owner.post("/api/host/ask", {}).get_json()["alone"] is False
    assert evening.house.hosts.grant_by_hand() is False
    evening.clock.now += 14
    owner.post("/api/host/ask", {})
    evening.clock.now += 2
    assert evening.house.hosts.grant_by_hand() is True
    assert [seat_of(owner), seat_of(thief)] == [None, "out"]


def test_without_a_panel_nobody_waits_for_a_hand(evening: Evening) -> None:
    assert error(evening.phone().post("/api/host/ask", {})) == (404, "refused.no-button")


# ---- what is typed and what is kept ----------------------------------------------------------


@pytest.mark.parametrize("code", ["", " ", "x" * 65, 7, None, [], {}, "---"])
def test_a_code_that_is_none_is_refused(evening: Evening, code: object) -> None:
    for path in ("/api/enter", "/api/host"):
        assert evening.phone().post(path, {"code": code}).status_code in (400, 403)


def test_codes_are_read_as_they_were_meant() -> None:
    assert plain(" 7k-9 pq ") == "7K9PQ"
    assert len({new_code() for _ in range(200)}) == 200


@pytest.mark.parametrize(
    "kept",
    [
        {"game": 7},
        {"game": "1", "token": "t", "code": "c", "phones": 3, "seats": {}, "last": {}},
        {"game": "1", "token": "t", "code": "c", "phones": [], "seats": {"x": "y"}, "last": {}},
        {"game": "1", "token": "t", "code": "c", "phones": [], "seats": [], "last": {}},
    ],
)
def test_a_spoiled_file_of_seats_counts_as_none(table: FakeTable, kept: dict[str, Any]) -> None:
    evening = Evening(table)
    evening.seats.write(kept)
    evening.hosts.write({"hosts": [1, {"phone": "x"}, None]})
    evening.start()
    assert evening.seated(0).state()["seat"] == 0
    assert evening.house.hosts.listed() == []


def test_the_form_for_a_new_game_begins_with_what_is_usual_here(evening: Evening) -> None:
    page = evening.host().get("/table").get_data(as_text=True)
    books = page[page.index('name="option:books"') :].partition("</select>")[0]
    chosen = [line for line in books.split("<option") if " selected" in line]
    assert len(chosen) == 1
    assert "told" in chosen[0]
