import type { Postgres, Topic, WriteStatement } from './statement.ts';
import { type AtEnd, callsAtEnd, type Step } from './transaction.ts';

/** What a transaction writes that asked nothing under a lock. */
export interface Unit {
  readonly steps: readonly Step[];
  readonly atEnd: readonly AtEnd[];
}

interface Written {
  /** The first step, when a unique value of it is taken: nothing of the unit was written. */
  taken?: Step;
  topics: readonly Topic[];
}

/** Thrown to undo a unit in which a unique value of a later step is taken. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
  readonly step: Step;

  constructor(step: Step) {
    super(`${step.statement.name}: a unique value is taken`);
    this.step = step;
  }
}

/**
 * Writes whole transactions of many callers in one. On Postgres steps of the same place and kind share a query, and
 * a unit whose first step is refused leaves the others alone. Each step sends its queries before it waits.
 */
export const writeUnit: WriteStatement<Unit, Written> = {
  name: 'write-unit',
  access: 'write',
  wakes: ({ topics }) => topics,
  sqlite(db, { input: { steps, atEnd } }) {
    const topics: Topic[] = [];
    for (const [place, step] of steps.entries()) {
      const output = step.statement.sqlite(db, step.call);
      if (isTaken(step, output)) {
        if (place === 0) return { taken: step, topics };
        throw new TakenError(step);
      }
      topics.push(...(step.statement.wakes?.(output) ?? []));
    }
    for (const { statement, calls } of callsAtEnd(atEnd)) {
      for (const call of calls)
        topics.push(...(statement.wakes?.(statement.sqlite(db, call)) ?? []));
    }
    return { topics };
  },
  async postgres(db, calls) {
    const units = calls.map(({ input }) => input);
    const first = sendStage(db, units, 0);
    const isGuarded = units.some(({ steps: [step] }) => step?.taken);
    const refused = new Set(isGuarded ? takenIn(await first) : []);
    const open = units.filter(({ steps: [step] }) => !step || !refused.has(step));
    const longest = Math.max(...open.map(({ steps }) => steps.length), 1);
    const rest = Array.from({ length: longest - 1 }, (_, at) => sendStage(db, open, at + 1));
    const ended = sendAtEnd(
      db,
      open.flatMap(({ atEnd }) => atEnd),
    );
    const [, ...stages] = await Promise.allSettled([ended, first, ...rest]);
    const outputs = stages.flatMap((stage) => (stage.status === 'fulfilled' ? stage.value : []));
    const late = takenIn(outputs).find((step) => !refused.has(step));
    // Later steps may have failed because a row that they refer to was not inserted.
    if (late) throw new TakenError(late);
    await Promise.all([first, ...rest]);
    const topics = await ended;
    topics.push(...outputs.flatMap(({ step, output }) => step.statement.wakes?.(output) ?? []));
    return units.map(({ steps: [step] }, place) => ({
      // Those of all units: the batch wakes each kind of worker once.
      topics: place === 0 ? topics : [],
      ...(step && refused.has(step) && { taken: step }),
    }));
  },
};

function isTaken({ taken }: Step, output: unknown): boolean {
  return taken !== undefined && output === false;
}

function takenIn(outputs: readonly StepOutput[]): Step[] {
  return outputs.filter(({ step, output }) => isTaken(step, output)).map(({ step }) => step);
}

interface StepOutput {
  readonly step: Step;
  readonly output: unknown;
}

/** The steps at one place of every unit. */
async function sendStage(
  db: Postgres,
  units: readonly Unit[],
  place: number,
): Promise<StepOutput[]> {
  const groups = new Map<Step['statement'], Step[]>();
  for (const step of units.flatMap(({ steps }) => steps[place] ?? [])) {
    const known = groups.get(step.statement);
    if (known) known.push(step);
    else groups.set(step.statement, [step]);
  }
  const sent = [...groups].map(async ([statement, group]) => {
    const calls = group.map(({ call }) => call);
    const outputs = await statement.postgres(db, calls);
    return group.map((step, at) => ({ step, output: outputs[at] }));
  });
  return (await Promise.all(sent)).flat();
}

async function sendAtEnd(db: Postgres, all: readonly AtEnd[]): Promise<Topic[]> {
  const sent = callsAtEnd(all).map(async ({ statement, calls }) => {
    const outputs = await statement.postgres(db, calls);
    return outputs.flatMap((output) => statement.wakes?.(output) ?? []);
  });
  return (await Promise.all(sent)).flat();
}
