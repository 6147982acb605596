import { describeConformance } from '@parley/conformance';
import { expect, test } from 'vitest';
import { plansOf, recordTexts } from './sqlite-plans.ts';
import { startServer } from './start-server.ts';

const texts = recordTexts();
let isStarted = false;

describeConformance('SQLite', async () => {
  const server = await startServer('SQLite');
  // The first start runs the migrations, whose statements refer to earlier tables.
  if (!isStarted) texts.clear();
  isStarted = true;
  return server;
});

/** The indexes of tables that have few rows of each tenant. */
const ofFewRows =
  /^(sqlite_autoindex_)?(agency_|api_keys|channels|custom_fields|further_throttles|knowledge_indexes|invitations|pipelines|tenant|users|webhook_)/;

// A statement on SQLite blocks the process. `src/crud/long-lists.test.ts` checks those with a limit: the pages of lists.
test('no statement without a limit reads all rows of a tenant', async () => {
  const unlimited = [...texts].filter(
    (text) => /^\s*(select|insert|update|delete|with)\b/.test(text) && !/\blimit\b/.test(text),
  );
  const reading: string[] = [];
  for (const [text, plan] of await plansOf(unlimited)) {
    for (const step of plan) {
      const [, name = '', index = ''] = searchOfTenant.exec(step) ?? [];
      // An insert also searches the tables that refer to the new row, but only if a row without it exists.
      if (index && text.includes(name) && !ofFewRows.test(index)) reading.push(`${step}: ${text}`);
    }
  }
  expect(reading).toEqual([]);
});

const searchOfTenant = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \(tenant_id=\?\)$/;
