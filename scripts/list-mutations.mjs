// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.

const pages = 'packages/server/src/crud/page-sql.ts';
const longLists = 'packages/server/src/crud/long-lists.test.ts';

/** Mutations of lists: of whose rows they read, and how many at a time. */
export const listMutations = [
  {
    name: 'tenant-filter-of-a-hot-list-removed',
    file: pages,
    from: 'where tenant_id = ${tenant}${isLive}',
    to: 'where (tenant_id = ${tenant} or true)${isLive}',
    tests: ['packages/server/test/conformance'],
    titles: 'SQLite tenancy',
  },
  {
    name: 'list-without-an-index-read-in-one-statement',
    file: pages,
    from: "const inSteps = isSqlite && isAny('none') && !isAny('few');",
    to: 'const inSteps = false;',
    tests: [longLists],
  },
  {
    name: 'index-of-a-filter-left-to-the-planner',
    file: pages,
    from: '`+${column}` : column;',
    to: 'column : column;',
    tests: [longLists],
  },
  {
    name: 'range-given-again-between-two-rows',
    file: pages,
    from: 'return (isStart ? position.after : position.until) ? [] : ',
    to: 'return isStart && !isStart ? [] : ',
    tests: [longLists],
  },
  {
    name: 'batch-of-reads-in-one-turn',
    file: 'packages/server/src/db/driver.ts',
    from: '        await nextTurn();\n',
    to: '',
    tests: ['packages/server/src/db/driver.test.ts'],
  },
];
