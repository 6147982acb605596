import { isUniqueViolation } from './failures.ts';
import { inOrder } from './in-order.ts';
import type { Postgres, Topic, WriteStatement } from './statement.ts';
import { type AtEnd, callsAtEnd, type Step } from './transaction.ts';

/** The writes of a transaction that ran no query under a lock. */
export interface Unit {
  /** They run before the steps of all units. Only transactions on Postgres have some. */
  readonly first: readonly Step[];
  readonly steps: readonly Step[];
  /** They run after all steps, because they may take locks that other transactions wait for. */
  readonly last: readonly Step[];
  readonly atEnd: readonly AtEnd[];
}

interface Written {
  /** The first step whose unique value is taken. If set, nothing of the unit was written. */
  taken?: Step;
  topics: readonly Topic[];
}

/** Thrown to roll back a transaction because a unique value is taken. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
  readonly step: Step;

  constructor(step: Step) {
    super(`${step.statement.name}: a unique value is taken`);
    this.step = step;
  }
}

/** Returns the error of a failed step: a TakenError when a unique value is taken. */
export function causeOf(step: Step, error: unknown): unknown {
  return step.unique && isUniqueViolation(error) ? new TakenError(step) : error;
}

/**
 * Writes the transactions of many callers in one transaction. On Postgres, the first steps of all units that use the
 * same statement share one query, then the second steps, and so on. Those of `last` of all units follow.
 * If the first step of a unit is refused, the other units are still written.
 */
export const writeUnit: WriteStatement<Unit, Written> = {
  name: 'write-unit',
  access: 'write',
  wakes: ({ topics }) => topics,
  sqlite(db, { input: { steps, last, atEnd } }) {
    const topics: Topic[] = [];
    for (const [place, step] of steps.entries()) {
      const { unlessTaken = step.statement } = step.unique ?? {};
      const output = unlessTaken.sqlite(db, step.call);
      if (step.unique && output === false) {
        if (place === 0) return { taken: step, topics };
        throw new TakenError(step);
      }
      topics.push(...(step.statement.wakes?.(output) ?? []));
    }
    for (const { statement, call } of last) statement.sqlite(db, call);
    for (const { statement, calls } of callsAtEnd(atEnd)) {
      for (const call of calls)
        topics.push(...(statement.wakes?.(statement.sqlite(db, call)) ?? []));
    }
    return { topics };
  },
  async postgres(db, calls) {
    const units = calls.map(({ input }) => input);
    // The last query of a step is not the last one of the unit.
    const steps: Postgres = { rows: (name, text, values) => db.rows(name, text, values) };
    const locked = sendStage(
      steps,
      units.flatMap(({ first }) => first),
    );
    const mayRefuse = units.length > 1 && units.some(({ steps: [step] }) => step?.unique);
    const first = inOrder([
      locked,
      sendStage(steps, stepsAt(units, 0), { unlessTaken: mayRefuse }),
    ]).then(([, outputs]) => outputs);
    const refused = new Set(mayRefuse ? refusedIn(await first) : []);
    const open = units.filter(({ steps: [step] }) => !step || !refused.has(step));
    const longest = Math.max(...open.map(({ steps }) => steps.length), 1);
    const rest = Array.from({ length: longest - 1 }, (_, at) =>
      sendStage(steps, stepsAt(open, at + 1)),
    );
    const checked = sendStage(
      steps,
      open.flatMap(({ last }) => last),
    );
    const ended = sendAtEnd(
      db,
      open.flatMap(({ atEnd }) => atEnd),
    );
    // The error of an earlier query is reported instead.
    ended.catch(() => {});
    const outputs = (await inOrder([first, ...rest, checked])).flat();
    const topics = outputs.flatMap(({ step, output }) => step.statement.wakes?.(output) ?? []);
    topics.push(...(await ended));
    return units.map(({ steps: [step] }, place) => ({
      // The first unit returns the kinds of work of all units, because the batch wakes each kind of worker once.
      topics: place === 0 ? topics : [],
      ...(step && refused.has(step) && { taken: step }),
    }));
  },
};

function refusedIn(outputs: readonly StepOutput[]): Step[] {
  return outputs
    .filter(({ step, output }) => step.unique && output === false)
    .map(({ step }) => step);
}

interface StepOutput {
  readonly step: Step;
  readonly output: unknown;
}

function stepsAt(units: readonly Unit[], place: number): Step[] {
  return units.flatMap(({ steps }) => steps[place] ?? []);
}

/** Runs steps of all units: those with the same statement in one query. */
async function sendStage(
  db: Postgres,
  stage: readonly Step[],
  { unlessTaken = false } = {},
): Promise<StepOutput[]> {
  const groups = new Map<Step['statement'], Step[]>();
  for (const step of stage) {
    const statement = (unlessTaken && step.unique?.unlessTaken) || step.statement;
    const known = groups.get(statement);
    if (known) known.push(step);
    else groups.set(statement, [step]);
  }
  const sent = [...groups].map(async ([statement, group]) => {
    const calls = group.map(({ call }) => call);
    try {
      const outputs = await statement.postgres(db, calls);
      return group.map((step, at) => ({ step, output: outputs[at] }));
    } catch (error) {
      const [step] = group;
      throw step && group.length === 1 ? causeOf(step, error) : error;
    }
  });
  return (await inOrder(sent)).flat();
}

async function sendAtEnd(db: Postgres, all: readonly AtEnd[]): Promise<Topic[]> {
  const groups = callsAtEnd(all);
  if (groups.length > 1) throw new Error('only one statement can be the last of a transaction');
  const sent = groups.map(async ({ statement, calls }) => {
    const outputs = await statement.postgres(db, calls);
    return outputs.flatMap((output) => statement.wakes?.(output) ?? []);
  });
  return (await Promise.all(sent)).flat();
}
