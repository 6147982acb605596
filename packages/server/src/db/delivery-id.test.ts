import { isId } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { newId } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createNewId } from '../tenancy/new-id.ts';
import { deliveryId, deliveryIdSql, firstIdAt } from './delivery-id.ts';

test('is an id of a delivery, of this event and this endpoint alone, with the time of the event', () => {
  const [event, endpoint] = [newId('evt'), newId('whe')];
  const id = deliveryId(event, endpoint);
  expect(isId(id, 'dlv')).toBe(true);
  expect(id.slice(4, 14)).toBe(event.slice(4, 14));
  expect(deliveryId(event, endpoint)).toBe(id);
  const others = [deliveryId(newId('evt'), endpoint), deliveryId(event, newId('whe'))];
  expect(new Set([id, ...others]).size).toBe(3);
});

test.each(targets)('is the same when %s makes it', async (target) => {
  const { database } = await freshDatabase(target);
  const pairs = Array.from({ length: 20 }, () => [newId('evt'), newId('whe')] as const);
  for (const [event, endpoint] of pairs) {
    const sql =
      target === 'SQLite'
        ? 'delivery_id(e.event, e.endpoint)'
        : deliveryIdSql('e.event', 'e.endpoint');
    const answer = await database.writer.raw(
      `select ${sql} as id from (select ? as event, ? as endpoint) as e`,
      [event, endpoint],
    );
    const [row] = target === 'SQLite' ? answer : answer.rows;
    expect(row.id).toBe(deliveryId(event, endpoint));
  }
});

test('no id of a time or later is lower than its first', () => {
  const ms = 1_795_000_000_000;
  const first = firstIdAt('evt', ms);
  expect(createNewId(() => ms)('evt') >= first).toBe(true);
  expect(createNewId(() => ms + 1)('evt') > first).toBe(true);
  expect(createNewId(() => ms - 1)('evt') < first).toBe(true);
  expect(isId(first, 'evt')).toBe(true);
});
