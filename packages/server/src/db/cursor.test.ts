import { ServiceError } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createTenant } from '../tenants/service.ts';
import { type UserRow, usersTable } from '../users/table.ts';
import { type Listing, listOf, paginate } from './cursor.ts';
import { SystemDb } from './system-db.ts';
import type { TenantDb } from './tenant-db.ts';

const list = listOf<UserRow>('users', { createdAt: 'created_at', name: 'name' });
const names = ['a', 'B', 'ä', 'Z', 'b', 'a', 'é', '', 'a', 'z'];

describe.each(targets)('cursors on %s', (target) => {
  test.each(['createdAt', '-createdAt', 'name', '-name'])(
    '%s pages without loss or repeat',
    async (sort) => {
      const db = await withUsers(target);
      const seen = await readAll(db, { sort, filters: {} });
      expect(new Set(seen).size).toBe(names.length);
      expect(seen).toHaveLength(names.length);
    },
  );

  test('descending order is the reverse of ascending order', async () => {
    const db = await withUsers(target);
    const up = await readAll(db, { sort: 'name', filters: {} });
    const down = await readAll(db, { sort: '-name', filters: {} });
    expect(down).toEqual(up.toReversed());
  });

  test('rows sort by code point', async () => {
    const db = await withUsers(target);
    const seen = await readAll(db, { sort: 'name', filters: {} });
    const nameOf = new Map(names.map((name, n) => [idOf(n), name]));
    expect(seen.map((id) => nameOf.get(id))).toEqual([
      '',
      'B',
      'Z',
      'a',
      'a',
      'a',
      'b',
      'z',
      'ä',
      'é',
    ]);
  });

  test('a cursor works for its list, sort, filters and tenant only', async () => {
    const db = await withUsers(target);
    const { nextCursor } = await page(
      db,
      { sort: 'name', filters: { role: ['member'] } },
      undefined,
    );
    const cursor = nextCursor ?? '';
    const refuse = (reason: string) =>
      expect.objectContaining({ code: 'SVC-CURSOR-INVALID', details: { reason } });
    await expect(
      page(db, { sort: '-name', filters: { role: ['member'] } }, cursor),
    ).rejects.toEqual(refuse('filter_mismatch'));
    await expect(page(db, { sort: 'name', filters: {} }, cursor)).rejects.toEqual(
      refuse('filter_mismatch'),
    );
    await expect(
      page(
        db,
        { sort: 'name', filters: { role: ['member'] } },
        `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`,
      ),
    ).rejects.toEqual(refuse('malformed'));
    await expect(
      page(db, { sort: 'name', filters: { role: ['member'] } }, `${cursor}=`),
    ).rejects.toEqual(refuse('malformed'));
    await expect(page(db, { sort: 'name', filters: { role: ['member'] } }, 'x')).rejects.toEqual(
      refuse('malformed'),
    );
    const stranger = db.stranger;
    await expect(
      page(stranger, { sort: 'name', filters: { role: ['member'] } }, cursor),
    ).rejects.toBeInstanceOf(ServiceError);
    await expect(
      page(stranger, { sort: 'name', filters: { role: ['member'] } }, cursor),
    ).rejects.toEqual(refuse('malformed'));
  });
});

type Order = Pick<Listing, 'sort' | 'filters'>;

async function page(db: TenantDb, order: Order, cursor: string | undefined) {
  return await paginate(db, db.select(usersTable), list, {
    ...order,
    page: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
  });
}

async function readAll(db: TenantDb, order: Order): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await page(db, order, cursor);
    ids.push(...rows.map((row) => row.id));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

function idOf(n: number): string {
  return `usr_${String(n).padStart(4, '0')}`;
}

async function withUsers(target: (typeof targets)[number]) {
  const system = new SystemDb((await freshDatabase(target)).database);
  const [ctx, stranger] = [contextFor(system), contextFor(system)];
  await createTenant(ctx, { name: 'A' });
  await ctx.db.insert(
    usersTable,
    names.map((name, n) => ({
      id: idOf(n),
      name,
      email: `${n}@example.com`,
      account_id: null,
      last_seen_at: null,
      role: 'member' as const,
      active: 1,
      // Some rows have the same creation time: then the ID decides the order.
      created_at: `2026-11-20T00:00:00.00${n % 3}Z`,
      updated_at: '2026-11-20T00:00:00.000Z',
    })),
  );
  return Object.assign(ctx.db, { stranger: stranger.db });
}
