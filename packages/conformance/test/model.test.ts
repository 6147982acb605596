import { expect, test } from 'vitest';
import { type Answered, statesAfter } from '../src/any-order/any-order.ts';
import { aNewContact, contactOperations } from '../src/any-order/contact-operations.ts';
import { identityOperations } from '../src/any-order/identity-operations.ts';
import type { Choice, Draw, Operation, State } from '../src/any-order/state.ts';

const id = 'con_1';

test.each<[string, Draw, object]>([
  ['an upsert', contactOperations.upsertContact, { created: true, contact: { id } }],
  [
    'a batch',
    contactOperations.batchContacts,
    { results: [{ status: 'created', contact: { id } }] },
  ],
])('the model of random requests refuses a known contact that %s calls new', (_, draw, json) => {
  const state = { contacts: {}, suppressions: [], holders: {} } as unknown as State;
  state.contacts[id] = aNewContact(state, 'Known', null);
  const pick = (values: readonly unknown[]) => values[0];
  const operation = draw({ scene: {}, pick, state } as unknown as Choice);
  const answer = { status: 200, json, text: '' } as never;
  expect(() => operation?.apply(state, answer)).toThrow('expected a new contact');
});

const consent = { marketing: { status: 'opted_out', at: '2026-01-01T10:00:00.000Z' } };
const suppression = { id: 'sup_1', source: 'api', decidedAt: '2026-01-01T10:00:00.000Z' };

test.each<[string, Draw, object]>([
  ['an opt-out', contactOperations.optOutOrIn, { id, consent }],
  ['a suppression', identityOperations.suppress, suppression],
])(
  'the model of random requests refuses the time of an earlier decision for %s',
  (_, draw, json) => {
    const state = { contacts: {}, suppressions: [], holders: {} } as unknown as State;
    const known = aNewContact(state, 'Known', null);
    state.contacts[id] = { ...known, consent: { ...known.consent, ...consent } as never };
    const pick = (values: readonly unknown[]) => values[0];
    const target = { now: () => new Date('2026-01-01T10:00:00.001Z') };
    const scene = { target, call: () => Promise.resolve() };
    const operation = draw({ scene, pick, state } as unknown as Choice);
    void operation?.send();
    const answer = { status: 200, json, text: '' } as never;
    expect(() => operation?.apply(state, answer)).toThrow('expected a decision after the request');
  },
);

test('the search for an order tries the same steps in the same state only once', () => {
  let applied = 0;
  const apply: Operation['apply'] = () => {
    applied += 1;
    // There are 7,484,400 orders.
    if (applied > 5_000) throw new Error('too many orders');
  };
  const answered = Array.from({ length: 6 }, () => ({ operation: { apply, earlier: [apply] } }));
  const states = [...statesAfter({} as State, answered as unknown as Answered[], [])];
  expect(states).toEqual([{}]);
});
