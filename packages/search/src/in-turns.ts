const turnMs = 10;

/** When the work in this turn of the event loop began; undefined before any work. */
let began: number | undefined;
/**
 * The end of the work that waits. Only one piece of work runs in each turn of the event loop, so many together block
 * the process no longer than one.
 */
let waiting: Promise<unknown> = Promise.resolve();

/** Pauses long work now and then, so that the process can handle other requests. */
export class Turns {
  /** Pauses if the work has run too long in this turn of the event loop. Call it between pieces of the work. */
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

// Every JavaScript runtime has it. `setImmediate` would be a millisecond faster, but only Node has it.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      began = undefined;
      resolve();
    }, 0);
  });
}

/** Maps items like `Array.map`, with pauses for other work. */
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

/** Long work in steps. It yields between them, so that the process can do other work, and returns its result. */
export type Steps<Result> = Generator<undefined, Result>;

/** Returns the result of steps, run without a pause. Use it for short work. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns the result of steps, run with pauses for other work. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const turns = new Turns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turns.pause();
  }
}
