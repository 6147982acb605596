import { expect, test } from 'vitest';
import { runsWithoutSqlite } from './without-sqlite.ts';

test('test files without SQLite are found in a clone below another folder named packages', () => {
  const root = '/home/packages/parley';
  expect(runsWithoutSqlite(`${root}/packages/msw/test/answers.test.ts`, root)).toBe(true);
  expect(runsWithoutSqlite(`${root}/packages/server/src/db/faults.test.ts`, root)).toBe(true);
  expect(runsWithoutSqlite(`${root}/packages/server/src/sso/sso.test.ts`, root)).toBe(false);
  expect(runsWithoutSqlite(`${root}/docs/check.test.ts`, root)).toBe(false);
});
