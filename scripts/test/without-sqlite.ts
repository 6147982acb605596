import { join, relative } from 'node:path';

const ownRoot = join(import.meta.dirname, '../..');
/** Packages whose tests use no SQLite. */
const packages = ['msw', 'search', 'contract', 'domain', 'conformance', 'provider-simulator'];
/** The longest test files of the server that use Postgres only. */
const files = [
  'server/test/conformance-postgres.test.ts',
  'server/src/db/faults.test.ts',
  'server/src/db/frozen.test.ts',
];

/** Returns whether a test file uses no SQLite. These run first: in a new clone SQLite still compiles. */
export function runsWithoutSqlite(path: string, root = ownRoot): boolean {
  const inPackages = relative(join(root, 'packages'), path).replaceAll('\\', '/');
  return [...packages.map((name) => `${name}/`), ...files].some((one) =>
    inPackages.startsWith(one),
  );
}
