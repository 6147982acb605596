import { describeConformance } from '@parley/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace } from './databases.ts';
import { readsOf, recordTexts } from './sqlite-plans.ts';
import { startServer } from './start-server.ts';

let recorded: ReturnType<typeof recordTexts>;

beforeAll(async () => {
  // Migrates the copied database: the statements of migrations refer to earlier tables.
  await (await makePlace('SQLite')).remove();
  recorded = recordTexts();
});

afterAll(() => recorded.restore());

describeConformance('SQLite', () => startServer('SQLite'));

/** The tables that have few rows of each tenant, or few in all. */
const ofFewRows = new Set([
  'agency_clients',
  'agency_domains',
  'agency_grants',
  'api_keys',
  'channels',
  'clock',
  'custom_fields',
  'further_throttles',
  'invitations',
  'knowledge_indexes',
  'pipelines',
  'tenant_limits',
  'tenants',
  'users',
  'webhook_endpoints',
  'webhook_subscriptions',
]);

/** A step that finds rows by their tenant alone, or also by the type of their channel, which most of them share. */
const readsMany =
  /^(SCAN \w+|SEARCH \w+ USING (COVERING )?(INDEX \w+|PRIMARY KEY) \(tenant_id=\?( AND channel_type=\?)?\))( LEFT-JOIN)?$/;

// A statement on SQLite blocks the process. `src/crud/long-lists.test.ts` checks the pages of lists, which have a limit.
test('no statement without a limit reads all rows of a tenant', async () => {
  // Knex writes backticks: the tests use it, and the server does not.
  const isOurs = (text: string) => /^\s*(select|insert|update|delete|with)\b[^`]*$/.test(text);
  const texts = [...recorded.texts].filter((text) => isOurs(text) && !/\blimit\b/.test(text));
  const reads = await readsOf(texts);
  expect(reads).not.toEqual([]);
  const many = reads.filter(({ text, table, step }) => {
    // An insert searches the tables that refer to the new row only if a row without it exists.
    const isCheck = /^\s*insert\b/.test(text) && !text.includes(table);
    return readsMany.test(step) && !isCheck && !ofFewRows.has(table);
  });
  expect(many).toEqual([]);
});
