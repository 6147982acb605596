/** The longest test files that use Postgres only. They run first: in a new clone SQLite still compiles. */
const names = [
  'server/test/conformance-postgres.test.ts',
  'server/src/db/faults.test.ts',
  'server/src/db/frozen.test.ts',
];

export function runsWithoutSqlite(path: string): boolean {
  return names.some((name) => path.replaceAll('\\', '/').endsWith(name));
}
