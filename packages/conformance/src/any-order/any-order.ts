import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import type { Answer } from '../http.ts';
import { aChannel, aCustomField, aPipeline, createScene } from '../scene.ts';
import type { Target, Targets } from '../target.ts';
import { contactOperations, erase } from './contact-operations.ts';
import { conversationOperations } from './conversation-operations.ts';
import { dealOperations } from './deal-operations.ts';
import { fieldKeys, fieldOperations } from './field-operations.ts';
import { identityOperations } from './identity-operations.ts';
import { importOperations } from './import-operations.ts';
import { listedNotes, noteOperations } from './note-operations.ts';
import { type Observed, observe, viewOf } from './observe.ts';
import {
  type Draw,
  Impossible,
  type Operation,
  type Place,
  type State,
  stageStateOf,
  type TicketId,
} from './state.ts';
import { tagOperations } from './tag-operations.ts';
import { ticketOperations } from './ticket-operations.ts';

// Sends random requests of two tenants, several at once. The responses must be possible for some order of the requests.
// The lists, counts and sums afterwards must be those that the same order produces.

/** The number of runs. To try more: `MODEL_RUNS=500 PROPERTY_SEED=8`. */
const runs = Number(process.env['MODEL_RUNS'] ?? 3);
const batches = 12;
/** How many requests of a tenant are sent at once. If necessary, the test tries all their orders. */
const atOnce = 6;

const operations: Readonly<Record<string, Draw>> = {
  ...contactOperations,
  ...conversationOperations,
  ...dealOperations,
  ...fieldOperations,
  ...identityOperations,
  ...importOperations,
  ...noteOperations,
  ...tagOperations,
  ...ticketOperations,
};
const beginnings = ['createContact', 'receive', 'createTicket', 'createDeal'];
const changes = Object.keys(operations).filter((name) => !beginnings.includes(name));
// Merges are added again, because most of them are drawn for contacts that have no records to move.
changes.push('mergeContacts', 'mergeContacts');

// No bias to low numbers: it would draw the same kinds and records again and again.
const choices = fc.array(fc.noBias(fc.nat()), { minLength: 6, maxLength: 6 });
const batchOf = (kind: fc.Arbitrary<string>) => {
  const requests = fc.array(fc.tuple(kind, choices), { minLength: atOnce, maxLength: atOnce });
  const never = fc.constant(undefined);
  const erased = fc.oneof({ weight: 4, arbitrary: never }, { weight: 1, arbitrary: choices });
  return fc.record({ requests, erased });
};
const kinds = {
  first: fc.noBias(fc.constantFrom(...beginnings)),
  next: fc.oneof(
    { weight: 1, arbitrary: fc.noBias(fc.constantFrom(...beginnings)) },
    { weight: 5, arbitrary: fc.noBias(fc.constantFrom(...changes)) },
  ),
};
const both = (kind: fc.Arbitrary<string>) => fc.tuple(batchOf(kind), batchOf(kind));
const rounds = fc
  .tuple(
    fc.array(both(kinds.first), { minLength: 2, maxLength: 2 }),
    fc.array(both(kinds.next), { minLength: batches, maxLength: batches }),
  )
  .map((parts) => parts.flat());

interface Batch {
  readonly requests: readonly (readonly [string, readonly number[]])[];
  /** Random numbers that choose the contact to erase after the requests; undefined when none is erased. */
  readonly erased: readonly number[] | undefined;
}

export function describeAnyOrder({ paused: target }: Targets): void {
  describe('random requests', () => {
    test('of two tenants at once end as in some order, in responses, lists, counts and sums', {
      timeout: 60_000 * runs,
    }, async () => {
      const property = fc.asyncProperty(rounds, (drawn) => runAll(target(), drawn));
      await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    });
  });
}

async function runAll(target: Target, drawn: readonly [Batch, Batch][]): Promise<void> {
  const tenants = await Promise.all([aTenant(target), aTenant(target)]);
  for (const round of drawn) {
    await Promise.all(tenants.map((tenant, place) => tenant.run(round[place] as Batch)));
  }
  await Promise.all(tenants.map((tenant) => tenant.checkNotes()));
}

async function aTenant(target: Target) {
  const scene = await createScene(target);
  const [{ id: channelId }, { id: pipelineId, stages }, user, ...fields] = await Promise.all([
    aChannel(scene),
    aPipeline(scene, {
      stages: [
        { name: 'A', probability: 10 },
        { name: 'B', probability: 50 },
        { name: 'Won', kind: 'won' },
        { name: 'Lost', kind: 'lost' },
      ],
    }),
    scene.tenant.createUser(),
    ...fieldKeys.map((key) => aCustomField(scene, { key, type: 'number' })),
  ]);
  const place: Place = { scene, channelId, pipelineId, users: [user] };
  let ticketIds: readonly TicketId[] = [];
  let state: State = {
    ...{ contacts: {}, merged: {}, holders: {}, conversations: {}, deals: {}, boards: {} },
    pipelines: [pipelineId],
    stages: stages.map(stageStateOf),
    ...{ suppressions: [], identityIds: {}, tags: [] },
    fields: Object.fromEntries(fields.map(({ key, id }) => [key, id])),
    ...{ tickets: [], lastNumber: 0, scheduled: {}, notes: {} },
  };

  const make = (draw: Draw | undefined, numbers: readonly number[]): Operation[] => {
    const left = [...numbers];
    const pick = <Item>(items: readonly Item[]) => items[(left.shift() ?? 0) % items.length];
    const operation = draw?.({ ...place, pick, state, ticketIds });
    return operation ? [operation] : [];
  };
  const attempt = async (requests: readonly Operation[]) => {
    const answered = await Promise.all(
      requests.map(async (operation) => ({ operation, answer: await operation.send() })),
    );
    const observed = await observe(place);
    state = explain(state, answered, observed);
    ticketIds = observed.ticketIds;
  };
  return {
    async run({ requests, erased }: Batch) {
      await attempt(requests.flatMap(([name, numbers]) => make(operations[name], numbers)));
      if (erased) await attempt(make(erase, erased));
    },
    /** Checks the notes. Each record has its own list of notes, so they are compared once, at the end. */
    async checkNotes() {
      expect(await listedNotes(scene, state)).toEqual(state.notes);
    },
  };
}

export interface Answered {
  readonly operation: Operation;
  readonly answer: Answer;
}

/**
 * Returns the state that some order of the requests produces, and that the API shows. Fails when there is no such
 * order.
 */
function explain(before: State, answered: readonly Answered[], observed: Observed): State {
  const { view, identityIds } = observed;
  const reasons: string[] = [];
  let likeliest: State | undefined;
  for (const state of statesAfter(before, answered, reasons)) {
    for (const tag of state.tags) tag.id ??= view.tags.find(({ name }) => name === tag.name)?.id;
    if (isDeepStrictEqual(viewOf(state), view)) return { ...state, identityIds };
    likeliest ??= state;
  }
  const requests = answered.map(({ operation, answer: { status, text } }) => {
    return `${operation.title}\n    ${status} ${text.slice(0, 600)}`;
  });
  const what = ['No order explains:', ...requests].join('\n');
  if (!likeliest) throw new Error([what, 'Because:', ...new Set(reasons)].join('\n'));
  expect(view, what).toEqual(viewOf(likeliest));
  throw new Error(what);
}

interface Begun extends Answered {
  readonly place: number;
  /** The number of steps that are already in the state. */
  readonly done: number;
}

/** Returns each state to which an order of the requests leads, if all responses are possible in that order. */
export function statesAfter(
  before: State,
  answered: readonly Answered[],
  reasons: string[],
): Generator<State> {
  const begun = answered.map((one, place) => ({ ...one, place, done: 0 }));
  return statesFrom(before, begun, { reasons, tried: new Set() });
}

interface Search {
  readonly reasons: string[];
  /** The states with the steps that were left. Many orders lead to the same ones. */
  readonly tried: Set<string>;
}

function* statesFrom(before: State, begun: readonly Begun[], search: Search): Generator<State> {
  const { reasons, tried } = search;
  const left = begun.map(({ place, done }) => `${place}.${done}`).sort();
  const key = `${left} ${createHash('sha256').update(serialize(before)).digest('base64')}`;
  if (tried.has(key)) return;
  tried.add(key);
  if (begun.length === 0) yield before;
  for (const next of begun) {
    const { operation, answer, done } = next;
    const after = structuredClone(before);
    const step = operation.earlier?.[done];
    try {
      if (step) step(after, answer);
      else operation.apply(after, answer);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      if (reasons.length < 20) reasons.push(`${operation.title}: ${error.message}`);
      continue;
    }
    const others = begun.filter((other) => other !== next);
    yield* statesFrom(after, step ? [...others, { ...next, done: done + 1 }] : others, search);
  }
}
