// A board is one stop for the tabulator: arrow keys go from square to square inside it.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // how much farther a step aside counts than one ahead

/** Let the arrow keys move the focus inside a board, which is drawn anew at every change. */
export function arrows(board) {
  board.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const from = document.activeElement;
    if (!step || !board.contains(from)) return;
    event.preventDefault();
    const next = nearest(stops(board), from, step);
    if (next) { settle(board, null, next); next.focus(); }
  });
}

const stops = (board) => [...board.querySelectorAll("[tabindex]")];

/** Only one square can be reached by the tabulator; `shown` tells which had the focus before. */
function settle(board, shown, chosen = null) {
  const all = stops(board);
  const same = shown && Object.keys(shown).length && all.find((each) => JSON.stringify(each.dataset) === JSON.stringify(shown));
  const one = chosen ?? same ?? all.find((each) => each.querySelector(".target")) ?? all[0];
  for (const each of all) each.setAttribute("tabindex", each === one ? "0" : "-1");
  if (same) same.focus();
}
arrows.settle = settle;

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** The stop that lies ahead, rather straight on than near. */
function nearest(all, from, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  for (const each of all) {
    const [toX, toY] = middle(each);
    const ahead = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    const cost = ahead + ASIDE * aside;
    if (each !== from && ahead > 1 && (!best || cost < best.cost)) best = { cost, each };
  }
  return best?.each;
}
