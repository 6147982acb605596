import { expect, test } from 'vitest';
import { aNewContact, contactOperations } from '../src/any-order/contact-operations.ts';
import type { Choice, Draw, State } from '../src/any-order/state.ts';

const id = 'con_1';

test.each<[string, Draw, object]>([
  ['an upsert', contactOperations.upsertContact, { created: true, contact: { id } }],
  [
    'a batch',
    contactOperations.batchContacts,
    { results: [{ status: 'created', contact: { id } }] },
  ],
])('the model of random requests refuses a known contact that %s calls new', (_, draw, json) => {
  const state = { contacts: {}, suppressions: [] } as unknown as State;
  state.contacts[id] = aNewContact(state, 'Known', null);
  const pick = (values: readonly unknown[]) => values[0];
  const operation = draw({ scene: {}, pick, state } as unknown as Choice);
  const answer = { status: 200, json, text: '' } as never;
  expect(() => operation?.apply(state, answer)).toThrow('expected a new contact');
});
