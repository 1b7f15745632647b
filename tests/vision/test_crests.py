"""Crests are told by their shape at any turn, a little off their place, and when pale."""

import cv2
import numpy as np
import pytest

from vision.kilt.crests import ROOM, SIDE, TURNS, Array, Crests, softness

BIG = SIDE + 2 * ROOM
BASE = np.array([-3.0, -2.0, -1.0])


def drawn(crests: int, turn: float = 0.0, shift: tuple[int, int] = (0, 0), ink: float = 1.0):
    """A top with no, one or two bright discs with a dark bar, in log light."""
    fine = 8
    shape = np.zeros((BIG * fine, BIG * fine), np.float32)
    middle = BIG * fine / 2
    for side in ((), (0.0,), (-4.0, 4.0))[crests]:
        radius = 4.5 if crests == 1 else 3.0
        x = middle + (side * np.cos(turn) + shift[1]) * fine
        y = middle + (side * np.sin(turn) + shift[0]) * fine
        cv2.circle(shape, (round(x), round(y)), round(radius * fine), 1.0, -1)
        arm = np.array([-np.sin(turn), np.cos(turn)]) * radius * fine
        ends = [tuple(np.round((x, y) + s * arm).astype(int).tolist()) for s in (0, 1)]
        cv2.line(shape, *ends, -1.0, 2 * fine)
    shape = cv2.GaussianBlur(shape, (0, 0), 1.0 * fine)  # as the lens and the soft picture do
    small = cv2.resize(shape, (BIG, BIG), interpolation=cv2.INTER_AREA)
    return (BASE + ink * small[..., None] * (0.8, 0.9, 0.5)).astype(np.float32)


def middle(patch):
    return patch[ROOM:-ROOM, ROOM:-ROOM]


def taught(softer: float) -> Crests:
    patches = {f"red {n}": middle(drawn(n)) for n in range(3)}
    return Crests(patches, dict.fromkeys(patches, softer))


CRESTS = taught(0.0)


# How likely each glare is: certainly none, or certainly the strongest.
NONE, STRONG = np.float32([0, -20, -20, -20]), np.float32([-20, -20, -20, 0])


def read(patch, glare=NONE) -> dict[str, float]:
    return CRESTS.score(patch[None], {"red": glare[None]})[0]


def best(patch) -> str:
    values = read(patch)
    return max(values, key=lambda name: values[name])


def noisy(patch, size: float = 0.03):
    return patch + np.random.default_rng(1).normal(0, size, patch.shape).astype(np.float32)


@pytest.mark.parametrize("crests", [0, 1, 2])
def test_a_taught_top_reads_as_itself(crests: int) -> None:
    values = read(noisy(drawn(crests)))
    others = [v for name, v in values.items() if name != f"red {crests}"]
    assert values[f"red {crests}"] > max(others) + 0.9  # a crest costs a little


@pytest.mark.parametrize("crests", [1, 2])
@pytest.mark.parametrize("turn", [0.4, 1.3, 2.2, 3.14, 5.0])
def test_a_top_may_lie_at_any_turn(crests: int, turn: float) -> None:
    assert best(noisy(drawn(crests, turn))) == f"red {crests}"


@pytest.mark.parametrize("crests", [1, 2])
@pytest.mark.parametrize("shift", [(-3, 0), (0, 3), (3, 3), (-1, 2), (1, -1)])
def test_a_top_may_lie_off_its_place(crests: int, shift: tuple[int, int]) -> None:
    assert best(noisy(drawn(crests, 0.7, shift))) == f"red {crests}"


def test_two_crests_far_off_at_an_odd_shift_are_not_plain() -> None:
    assert best(noisy(drawn(2, 0.7, (3, -3)))) == "red 2"


@pytest.mark.parametrize(
    ("crests", "shift"), [(1, (5, 0)), (1, (4, -4)), (2, (4, -4)), (2, (5, -3))]
)
def test_a_crest_farther_off_than_is_looked_for_leaves_no_plain_top(crests, shift) -> None:
    assert best(noisy(drawn(crests, 0.7, shift))) == f"red {crests}"


@pytest.mark.parametrize("crests", [1, 2])
@pytest.mark.parametrize("ink", [0.35, 0.6, 1.2])
def test_a_crest_may_be_pale_or_strong(crests: int, ink: float) -> None:
    assert best(noisy(drawn(crests, 1.0, ink=ink))) == f"red {crests}"


@pytest.mark.parametrize("size", [0.0, 0.02, 0.05])
def test_a_plain_top_stays_plain_whatever_its_colour_and_noise(size: float) -> None:
    assert best(noisy(drawn(0) + np.float32([1.0, 0.4, -0.3]), size)) == "red 0"


def test_brightness_and_colour_of_the_whole_top_do_not_matter() -> None:
    shifted = drawn(2, 0.9) + np.float32([0.5, -0.3, 0.2])
    assert read(shifted) == pytest.approx(read(drawn(2, 0.9)), abs=0.05)


def test_a_crest_as_pale_as_a_breath_is_believed_only_where_light_is_mirrored() -> None:
    pale = noisy(drawn(2, 1.0, ink=0.12))
    assert read(pale, STRONG)["red 2"] - read(pale, NONE)["red 2"] > 1.0
    assert read(pale, STRONG)["red 0"] == read(pale, NONE)["red 0"]


def test_tops_are_read_one_by_one() -> None:
    patches = np.stack([noisy(drawn(n)) for n in (2, 0, 1)])
    names = [
        max(v, key=lambda name, v=v: v[name])
        for v in CRESTS.score(patches, {"red": np.stack([NONE] * 3)})
    ]
    assert names == ["red 2", "red 0", "red 1"]


def test_all_turns_of_every_crest_are_in_the_bank() -> None:
    assert CRESTS.names == ["red 1", "red 2"]
    assert CRESTS.plain == ["red 0"]
    assert CRESTS.bank.shape[:2] == (2, TURNS)


def test_the_edge_of_a_shadow_across_a_plain_top_is_no_crest() -> None:
    patch = noisy(drawn(0)).copy()
    side = patch.shape[-2]
    ys, xs = np.mgrid[0:side, 0:side]
    patch[..., xs + ys > side, :] -= 0.5
    assert best(patch) == "red 0"


def test_a_crest_taught_from_near_is_known_from_afar() -> None:
    near, far = noisy(drawn(2, 0.6)), noisy(cv2.GaussianBlur(drawn(2, 0.6), (0, 0), 1.5))
    soft = taught(1.5)

    def clear(crests: Crests, patch: Array) -> float:
        values = crests.score(patch[None], {"red": NONE[None]})[0]
        return values["red 2"] - max(values["red 1"], values["red 0"])

    assert clear(soft, far) > clear(CRESTS, far) + 2
    assert clear(CRESTS, near) > clear(soft, near) + 5


def test_crests_look_softer_the_farther_the_camera_hangs() -> None:
    assert softness(0.001, 0.001, 0.001) == 0.0
    assert softness(0.0007, 0.001, 0.001) == 0.0  # nearer than taught: there is no more to see
    assert softness(0.0013, 0.0005, 0.001) == pytest.approx(1.2)
    assert softness(0.0013, 0.0005, 0.002) == pytest.approx(0.6)
