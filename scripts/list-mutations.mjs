// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.

const pages = 'packages/server/src/crud/page-sql.ts';
const textIndex = 'packages/server/src/db/text-index.test.ts';
const searchedLists = 'packages/server/src/crud/searched-lists.test.ts';
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
    from: "const steps = isAny('none') && !isAny('few') ? stepsOf(sql) : undefined;",
    to: 'const steps = undefined;',
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
    name: 'long-conversation-sorted-in-one-statement',
    file: 'packages/server/src/messages/by-conversation.ts',
    from: 'if (isInOrder) narrower.push(one);',
    to: 'if (isInOrder || one) narrower.push(one);',
    tests: [longLists],
    titles: 'long conversation',
  },
  {
    name: 'page-of-several-conversations-in-the-order-of-one',
    file: 'packages/server/src/crud/list.ts',
    from: '(isBefore(a, b) ? -sign : isBefore(b, a) ? sign : 0)',
    to: '(isBefore(a, b) ? sign : isBefore(b, a) ? -sign : 0)',
    tests: [longLists],
    titles: 'long conversation',
  },
  {
    name: 'long-conversation-searched-in-one-statement',
    file: 'packages/server/src/conversations/mentioning.ts',
    from: 'if (id === undefined || messages <= messagesAtOnce) {',
    to: 'if (id === undefined || messages > 0) {',
    tests: ['packages/server/src/conversations/mentioning.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'search-of-a-list-without-an-end',
    file: 'packages/server/src/crud/list.ts',
    from: 'if (looked >= steps.inAll) return { lines, stoppedAt: until };',
    to: '',
    tests: ['packages/server/src/crud/hostile-lists.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'texts-of-the-last-group-not-searched',
    file: 'packages/server/src/db/text-index.ts',
    from: 'number > (select seq / ${group} * ${group} from',
    to: 'number > (select seq from',
    tests: [textIndex],
    titles: 'SQLite',
  },
  {
    name: 'page-of-found-texts-without-a-limit-of-rows',
    file: 'packages/server/src/db/text-index.ts',
    from: 'if (numbers.length > most) return undefined;',
    to: 'if (numbers.length > most) return [];',
    tests: [textIndex],
    titles: 'SQLite',
  },
  {
    name: 'erased-text-left-in-the-index',
    file: 'packages/server/src/db/migrations/0049-text-indexes.ts',
    from: "${command('flush')} ${secure(1)}\n",
    to: "${command('flush')}\n",
    tests: [textIndex],
    titles: 'SQLite leaves nothing',
  },
  {
    name: 'former-text-left-in-the-index',
    file: 'packages/server/src/db/migrations/0049-text-indexes.ts',
    from: 'update ${texts} set former = old.search_key where',
    to: 'delete from ${texts} where',
    tests: [textIndex],
    titles: 'SQLite leaves nothing',
  },
  {
    name: 'extent-of-a-found-page-left-to-the-planner',
    file: pages,
    from: 'const index = ids ? ',
    to: 'const index = ids && !ids ? ',
    tests: [textIndex],
    titles: 'plans',
  },
  {
    name: 'batch-of-reads-in-one-turn',
    file: 'packages/server/src/db/driver.ts',
    from: '        await nextTurn();\n',
    to: '',
    tests: ['packages/server/src/db/driver.test.ts'],
  },
  {
    name: 'tag-found-by-comparing-all-rows',
    file: pages,
    from: 'const finds = [findTags(query), findText(text)]',
    to: 'const finds = [findText(text)]',
    tests: [searchedLists],
    titles: 'SQLite',
  },
];
