import { conversationRules, dealRules, ticketRules } from '@parley/domain';
import { expect, test } from 'vitest';
import { apiKeysTable } from '../api-keys/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { dealsTable } from '../deals/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { ticketsTable } from '../tickets/table.ts';
import { pageSqlOf } from './page-sql.ts';

/** Returns the position of the first page in the descending order of a column. */
function newestFirst(column: string) {
  return { column, direction: 'desc', limit: 20, after: undefined } as const;
}

test('a filter with many values uses one statement, whatever their order and duplicates', () => {
  const ctx = { db: { dialect: 'postgres', tenantId: 'ten_1' } } as TenantContext;
  const { writePage } = pageSqlOf<unknown, { status?: readonly string[] }, unknown>(
    apiKeysTable as never,
    { filters: { status: { kind: 'custom' } } },
    { status: (wanted, sql) => wanted.map((one) => `status = ${sql.bind(one)}`).join(' or ') },
  );
  const position = newestFirst('created_at');
  const names = Array.from({ length: 100 }, (_, count) => {
    const status = [...Array.from({ length: count }, () => 'active'), 'revoked', 'active'];
    return writePage(ctx, { status }, position as never).sql.name;
  });
  expect(new Set(names).size).toBe(1);
});

test('a text of one or two characters is compared with fewer rows, because no index finds it', () => {
  const ctx = { db: { dialect: 'postgres', tenantId: 'ten_1' } } as TenantContext;
  const { writePage } = pageSqlOf(ticketsTable, ticketRules, {});
  const position = newestFirst('created_at');
  const stepsFor = (q: string) => writePage(ctx, { q } as never, position).steps;
  expect(stepsFor(' É1 ')).toEqual({ rows: 10_000, inAll: 10_000 });
  const finder = { most: 1_000, find: expect.any(Function) };
  expect(stepsFor(' É12 ')).toEqual({ rows: 10_000, inAll: 100_000, finder });
});

test('Postgres keeps the plan of a page with two filters, also of the pages after the first', () => {
  const ctx = { db: { dialect: 'postgres', tenantId: 'ten_1' } } as TenantContext;
  const { writePage, writeStep } = pageSqlOf(dealsTable, dealRules, {});
  const after = { key: 1, id: 'deal_1' };
  const position = { column: 'position', direction: 'asc', limit: 20, after } as never;
  const query = { stageId: ['stg_1'], archived: false } as never;
  // Empty when other tests have used up the names.
  expect(writePage(ctx, query, position).sql.name).toBeDefined();
  expect(writeStep(ctx, query, position, { rows: 100, marked: true }).name).toBeDefined();
  const more = { ...(query as object), ownerId: ['usr_1'] } as never;
  expect(writePage(ctx, more, position).sql.name).toBeUndefined();
});

test('SQLite finds conversations by their status, but first by their assignee, and only in the order of the index', () => {
  const ctx = { db: { dialect: 'sqlite', tenantId: 'ten_1' } } as TenantContext;
  const { writePage } = pageSqlOf(conversationsTable, conversationRules, {});
  const byIndex = (query: object, column = 'last_message_desc') => {
    const { text } = writePage(ctx, query as never, newestFirst(column)).sql;
    return ['status', 'assignee_id'].filter((name) => text.includes(` conversations.${name} =`));
  };
  const [status, assigneeId] = [['open'], ['usr_1']];
  expect(byIndex({ status })).toEqual(['status']);
  expect(byIndex({ status, assigneeId })).toEqual(['assignee_id']);
  expect(byIndex({ status, assigneeId: ['none'] })).toEqual(['status']);
  expect(byIndex({ status }, 'created_at')).toEqual([]);
});

test('Postgres finds the conversations of a contact without the index of their status', () => {
  const ctx = { db: { dialect: 'postgres', tenantId: 'ten_1' } } as TenantContext;
  const { writePage } = pageSqlOf(conversationsTable, conversationRules, {});
  const position = newestFirst('last_message_desc');
  const textOf = (query: object) => writePage(ctx, query as never, position).sql.text;
  // No index matches a condition of this form.
  expect(textOf({ status: ['open'], contactId: ['con_1'] })).toMatch(
    /\(conversations\.status = \S+\) is true/,
  );
  expect(textOf({ status: ['open'] })).toMatch(/ conversations\.status = /);
});
