import { expect, test } from 'vitest';
import type { WriteStatement } from './statement.ts';
import { writeUnit } from './write-unit.ts';

test('on Postgres, the checks of all units run together, after the last step of the longest unit', async () => {
  const ran: string[] = [];
  const statement = (name: string): WriteStatement<unknown, unknown> => ({
    name,
    access: 'write',
    sqlite: () => undefined,
    async postgres(_db, calls) {
      ran.push(`${name}: ${calls.length}`);
      return calls.map(() => undefined);
    },
  });
  const tenantId = 'tnt_1';
  const step = (name: string) => ({ statement: statement(name), call: { tenantId, input: null } });
  const [first, write] = [step('first'), step('write')];
  const [later, check] = [step('later'), step('check')];
  const atEnd = [{ statement: statement('end'), tenantId, input: null }];
  const units = [
    { first: [], steps: [write], last: [check], atEnd },
    { first: [first], steps: [write, later, later], last: [check], atEnd },
  ];
  const calls = units.map((input) => ({ tenantId, input }));
  await writeUnit.postgres({ rows: async () => [] }, calls);
  expect(ran).toEqual(['first: 1', 'write: 2', 'later: 1', 'later: 1', 'check: 2', 'end: 1']);
});
