const turnMs = 10;

/** Start of the work in this turn of the event loop; undefined before any work. */
let began: number | undefined;
/**
 * Works that wait for their next turn. Only one runs per turn, so many together block the process no longer than one.
 */
let waiting: Promise<unknown> = Promise.resolve();

/** Work that would keep the process busy for long pauses now and then: others have their turn meanwhile. */
export class Turns {
  /** Awaited between pieces of the work; resolves at once unless this turn has been long. */
  async pause(): Promise<void> {
    if (began === undefined) {
      began = performance.now();
      void nextTurn();
      return;
    }
    if (performance.now() - began < turnMs) return;
    waiting = waiting.then(nextTurn);
    await waiting;
  }
}

// Everything that runs JavaScript has it; `setImmediate` would be a millisecond sooner, and Node's alone.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      began = undefined;
      resolve();
    }, 0);
  });
}

/** Long work, item by item. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
  turns = new Turns(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    await turns.pause();
  }
  return results;
}

/** Long work that yields between its steps, and returns its result. */
export type Steps<Result> = Generator<undefined, Result>;

/** The result of work that is short enough to be done in one turn. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The result of long work. */
export async function inTurns<Result>(steps: Steps<Result>, turns = new Turns()): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turns.pause();
  }
}
