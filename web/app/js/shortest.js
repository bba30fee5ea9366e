// The search for a shortest solution, in a worker of its own, while the game goes on. Both bounds move until they meet.

import { counted, progressWords } from "./words.js";

/** What is known about the shortest length, in a sentence. */
export function boundsWords({ lower, upper, proven, reason }, metric) {
  const unit = metric === "cards" ? "single-card move" : "move";
  if (proven) return `The shortest solution has ${counted(upper, unit)}: proven.`;
  const why = { states: "the limit of states was reached", memory: "the limit of memory was reached", method: "no method proves more for this game" }[reason];
  const end = why ? ` (${why})` : "";
  if (upper === null || upper === undefined) return `Any solution has at least ${counted(lower, unit)}${end}.`;
  return `Between ${lower} and ${counted(upper, unit)}${end}.`;
}

/**
 * @param {{ find: (id: string) => HTMLElement, createSolver: () => object, position: () => object, show: (request: object, record: object) => void, announce: (text: string) => void }} parts
 */
export function shortestSearch({ find, createSolver, position, show, announce }) {
  const [text, start, stop, showIt, metric, bounds, lower, upper, gap] = ["shortest-text", "shortest-start", "shortest-stop", "shortest-show", "metric", "bounds", "lower", "upper", "gap"].map(find);
  const intro = text.textContent;
  let solver = null;
  let running = null;
  let found = null;

  function draw(known) {
    bounds.hidden = !known;
    if (!known) return;
    lower.textContent = known.lower;
    upper.textContent = known.upper ?? "?";
    // The bar shrinks from its first width to nothing.
    const width = (known.upper ?? known.lower + 50) - known.lower;
    running ??= { first: width };
    running.first = Math.max(running.first ?? width, width, 1);
    gap.style.transform = `scaleX(${Math.max(0.02, width / running.first)})`;
  }

  function buttons(busy) {
    start.hidden = busy;
    stop.hidden = !busy;
    showIt.hidden = busy || !found;
  }

  async function run() {
    const request = position();
    const control = new AbortController();
    const job = (running = { control, first: 0 });
    found = null;
    const unit = metric.value;
    let last = null;
    buttons(true);
    draw(null);
    text.textContent = "Searching…";
    solver ??= createSolver();
    try {
      const record = await solver.solve({
        ...request, optimal: true, metric: unit, signal: control.signal,
        onProgress: (progress) => {
          if (running !== job) return;
          if (progress.bounds) draw((last = progress.bounds));
          text.textContent = `${progressWords(progress)}.`;
        },
      });
      if (running !== job) return;
      if (record.optimal) {
        draw(record.optimal);
        text.textContent = boundsWords(record.optimal, unit);
        found = record.solution ? { request, record } : null;
      } else text.textContent = "There is no solution: proven.";
      announce(text.textContent);
    } catch (error) {
      if (running !== job) return;
      text.textContent = error.name === "AbortError" ? (last ? `Stopped. ${boundsWords(last, unit)}` : "Stopped.") : error.message;
    }
    buttons(false);
  }

  start.addEventListener("click", run);
  stop.addEventListener("click", () => running?.control.abort());
  showIt.addEventListener("click", () => found && show(found.request, found.record));

  return {
    /** Another deal is on the table. */
    reset() {
      running?.control?.abort();
      running = null;
      found = null;
      text.textContent = intro;
      draw(null);
      buttons(false);
    },
  };
}
