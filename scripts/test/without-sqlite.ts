/** Packages whose tests use no SQLite. */
const packages = ['msw', 'search', 'contract', 'domain', 'conformance', 'provider-simulator'];
/** The longest test files of the server that use Postgres only. */
const files = [
  'server/test/conformance-postgres.test.ts',
  'server/src/db/faults.test.ts',
  'server/src/db/frozen.test.ts',
];

/** Returns whether a test file uses no SQLite. These run first: in a new clone SQLite still compiles. */
export function runsWithoutSqlite(path: string): boolean {
  const [, inPackages = ''] = path.replaceAll('\\', '/').split('/packages/');
  return [...packages.map((name) => `${name}/`), ...files].some((one) =>
    inPackages.startsWith(one),
  );
}
