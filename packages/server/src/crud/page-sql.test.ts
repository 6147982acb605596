import { expect, test } from 'vitest';
import { apiKeysTable } from '../api-keys/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { pageSqlOf } from './page-sql.ts';

test('a filter with many values uses one statement, whatever their order and duplicates', () => {
  const ctx = { db: { dialect: 'postgres', tenantId: 'ten_1' } } as TenantContext;
  const { writePage } = pageSqlOf<unknown, { status?: readonly string[] }, unknown>(
    apiKeysTable as never,
    { filters: { status: { kind: 'custom' } } },
    { status: (wanted, sql) => wanted.map((one) => `status = ${sql.bind(one)}`).join(' or ') },
  );
  const position = {
    column: 'created_at',
    direction: 'desc',
    limit: 20,
    after: undefined,
  } as const;
  const names = Array.from({ length: 100 }, (_, count) => {
    const status = [...Array.from({ length: count }, () => 'active'), 'revoked', 'active'];
    return writePage(ctx, { status }, position as never).sql.name;
  });
  expect(new Set(names).size).toBe(1);
});
