import { isId } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { contextFor, newId } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import type { ReadStatement } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { deliveryId, deliveryIdSql, withDeliveryId } from './delivery-id.ts';

test('is unique per event and endpoint, and has the time of the event', () => {
  const [event, endpoint] = [newId('evt'), newId('whe')];
  const id = deliveryId(event, endpoint);
  expect(isId(id, 'dlv')).toBe(true);
  expect(id.slice(4, 14)).toBe(event.slice(4, 14));
  expect(deliveryId(event, endpoint)).toBe(id);
  const others = [deliveryId(newId('evt'), endpoint), deliveryId(event, newId('whe'))];
  expect(new Set([id, ...others]).size).toBe(3);
});

test.each(targets)('is the same when %s computes it', async (target) => {
  const { db } = contextFor(new SystemDb((await freshDatabase(target)).database));
  const pairs = Array.from({ length: 20 }, () => [newId('evt'), newId('whe')] as const);
  for (const [event, endpoint] of pairs) {
    expect(await db.run(idOfPair, { event, endpoint })).toBe(deliveryId(event, endpoint));
  }
});

const idOfPair: ReadStatement<{ event: string; endpoint: string }, unknown> = {
  name: 'id-of-pair',
  access: 'read',
  sqlite: (db, { input }) =>
    withDeliveryId(db).prepare('select delivery_id(@event, @endpoint)').pluck().get(input),
  postgres: async (db, calls) => {
    const sql = `select ${deliveryIdSql('$1::text', '$2::text')} as id`;
    const answers = calls.map(({ input }) =>
      db.rows<{ id: string }>('id-of-pair', sql, [input.event, input.endpoint]),
    );
    return (await Promise.all(answers)).map(([row]) => row?.id);
  },
};
