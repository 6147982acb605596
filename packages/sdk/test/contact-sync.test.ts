import { expect, test } from 'vitest';
import type { Parley, UpsertContactBody } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

// #region sync
type Customer = UpsertContactBody & { externalId: string };

/** Creates or updates a contact for each customer. Returns the errors by `externalId`. It is safe to run it again. */
async function syncContacts(parley: Parley, customers: Customer[]): Promise<Map<string, string>> {
  const mistakes = new Map<string, string>();
  const waiting = [...customers];
  while (waiting.length > 0) {
    const items = waiting.splice(0, 100);
    const result = await parley.contacts.batch({ items }).safe();
    if (result.ok) {
      for (const { index, error } of result.data.results) {
        const item = items[index];
        if (item && error) mistakes.set(item.externalId, error.message);
      }
      continue;
    }
    // A field of an invalid form, such as `items.3.phone`: the server has stored none of the items.
    const { error } = result;
    if (!error.hasCode('SVC-VALIDATION')) throw error;
    for (const { path, message } of error.details.issues) {
      const [, index, ...field] = path.split('.');
      const item = items[Number(index)];
      if (!item) throw error;
      mistakes.set(item.externalId, `${field.join('.')} ${message}`);
    }
    waiting.unshift(...items.filter(({ externalId }) => !mistakes.has(externalId)));
  }
  return mistakes;
}
// #endregion

describeNoun('contacts', (newClient) => {
  test('syncs many customers, and returns the mistakes of single ones', async () => {
    const parley = await newClient();
    const customers: Customer[] = Array.from({ length: 150 }, (_, index) => ({
      externalId: `customer-${index}`,
      name: `Customer ${index}`,
    }));
    customers[3] = { externalId: 'customer-3', phone: '98765' };
    customers[120] = { externalId: 'customer-120', ownerId: 'usr_unknown' };
    const expected = [
      ['customer-3', expect.stringMatching(/^phone must be a phone number/)],
      ['customer-120', expect.stringMatching(/no `user` with this ID/)],
    ];
    expect([...(await syncContacts(parley, customers))]).toEqual(expected);
    expect([...(await syncContacts(parley, customers))]).toEqual(expected);
    expect(await parley.contacts.list({ limit: 100 }).toArray({ limit: 1_000 })).toHaveLength(148);
  });

  test('a sync ends with an error that names no single customer', async () => {
    const parley = await newClient();
    const tooLarge = Array.from({ length: 100 }, (_, index) => ({
      externalId: `customer-${index}`,
      metadata: { text: 'x'.repeat(12_000) },
    }));
    const error = await failureOf(syncContacts(parley, tooLarge));
    expect(error.code).toBe('SVC-PAYLOAD-TOO-LARGE');
  });
});
