// Lists of many contacts and deals: page 1,000 beside page 1 in every order, and searches with `q`. Also searches 200,000
// messages. Calls the services of the lists, without HTTP. `crm Postgres 100000` takes one database and so many contacts;
// there is one deal for five contacts. `crm messages` searches only messages.

import { percentile } from '../../median.ts';
import {
  contacts,
  contextFor,
  conversations,
  createTenant,
  deals,
  indexMessages,
  listMessages,
  newId,
  SystemDb,
  type TenantContext,
} from '../../server.ts';
import {
  addContacts,
  addDeals,
  addMessages,
  chosen,
  firstStage,
  groups,
  nameOf,
  phoneOf,
  tagOfAll,
  tagOfOldest,
  textOf,
} from './crm/fill.ts';
import { measureTag } from './crm/tags.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';

const given = process.argv
  .slice(2)
  .map(Number)
  .find((number) => number > 0);
const sizes = { SQLite: 200_000, Postgres: 1_000_000 };
const countOfMessages = 200_000;
const contactsOfDeal = 5;
const farPage = 1_000;
const limit = 25;
const searches = 100;
/** Searches without an index take seconds. */
const searchesInSteps = 10;
const goalMs = 50;

const pages: Row[] = [];
const texts: Row[] = [];
const tagged: Row[] = [];
const ofTag: Row[] = [];
const ofMessages: Row[] = [];

type List = (
  ctx: TenantContext,
  query: never,
) => Promise<{ nextCursor: string | null; data: readonly object[] }>;

const lists: [what: string, list: List, sorts: readonly string[]][] = [
  [
    'contacts',
    contacts.list,
    ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', '-lastSeenAt', 'name'],
  ],
  [
    'deals',
    deals.list,
    [
      ...['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'],
      ...['value', '-value', 'expectedCloseDate', 'position'],
    ],
  ],
];

await eachPlace(async (place) => {
  if (!process.argv.includes('messages')) await measure(place, given ?? sizes[place.name]);
  await measureMessages(place, given ?? countOfMessages);
});
printTable(pages);
console.log();
printTable(texts);
console.log();
printTable(tagged);
console.log();
printTable(ofTag);
console.log();
printTable(ofMessages);

async function measure(place: Place, count: number): Promise<void> {
  const database = await openDatabase(place);
  const ctx = contextFor(new SystemDb(database), newId('ten'));
  await createTenant(ctx, { name: 'Large' });
  await timed(`${place.name}: added ${count} contacts`, () => addContacts(ctx, count));
  const countOfDeals = Math.floor(count / contactsOfDeal);
  await timed(`${place.name}: added ${countOfDeals} deals`, () => addDeals(ctx, countOfDeals));
  if (place.databaseUrl) {
    // Postgres does this by itself after a minute.
    await timed('analyzed', () => database.writer.raw('vacuum analyze'));
  }
  // Only the deals of one stage can be sorted by their position.
  const { stage } = await firstStage(ctx);
  for (const [what, list, sorts] of lists) {
    for (const sort of sorts) {
      const filters = sort === 'position' ? { stageId: [stage.id] } : {};
      pages.push(await comparePages(place, ctx, { what, list, sort, filters }));
    }
  }
  for (const [what, textOf] of Object.entries(textsOf(count))) {
    const q = (n: number) => ({ q: textOf(n) });
    texts.push(await measureSearches(place, ctx, { what, queryOf: q, list: contacts.list }));
  }
  const titles = {
    'deal, one': (n: number) => `order ${chosen(n, 5, countOfDeals)}`,
    'deal, none': (n: number) => `order x${n}`,
  };
  for (const [what, textOf] of Object.entries(titles)) {
    const q = (n: number) => ({ q: textOf(n) });
    texts.push(await measureSearches(place, ctx, { what, queryOf: q, list: deals.list }));
  }
  for (const [what, tagsOf] of Object.entries(tagsToFind())) {
    const tag = (n: number) => ({ tag: tagsOf(n) });
    const list = contacts.list;
    const { 'q in': _, ...row } = await measureSearches(place, ctx, { what, queryOf: tag, list });
    tagged.push({ tag: what, ...row });
  }
  ofTag.push(...(await measureTag(place.name, ctx)));
  await database.close();
}

/** Measures searches of messages and conversations, without and with the index of their texts. */
async function measureMessages(place: Place, count: number): Promise<void> {
  const database = await openDatabase(place);
  const { writer } = database;
  if (place.databaseUrl) {
    await writer.raw('alter table conversations disable trigger all');
    await writer.raw('alter table messages disable trigger all');
    await writer.raw('alter table messages enable trigger user');
  } else await writer.raw('pragma foreign_keys = off');
  const system = new SystemDb(database);
  const ctx = contextFor(system, newId('ten'));
  await createTenant(ctx, { name: 'Messages' });
  await timed(`${place.name}: added ${count} messages`, () => addMessages(ctx, count));
  const batches = { least: 1, batches: count };
  await timed(`${place.name}: indexed them`, () => indexMessages(system, batches));
  if (place.databaseUrl) await writer.raw('vacuum analyze');
  const texts = {
    'one: an order number': (n: number) => String(1_000_000 + chosen(n, 9, count)),
    'one: a long text': (n: number) => textOf(chosen(n, 9, count)).slice(0, 80),
    'many: a full name': (n: number) => nameOf(chosen(n, 9, count)).toUpperCase(),
    'all: a word': () => 'pedido',
    'none: a name': (n: number) => `Zwkx ${n}`,
    'two characters': (n: number) => ['an', 'zx', '9.', 'ka', 'wq'][n % 5] ?? 'an',
  };
  for (const isIndexed of [false, true]) {
    // With this row, the index counts as incomplete.
    if (isIndexed) await writer('text_backfills').delete();
    else await writer('text_backfills').insert({ after_tenant: '', after_id: '' });
    for (const [list, what] of [
      [listMessages, 'messages'],
      [conversations.list, 'conversations'],
    ] as const) {
      for (const [name, textTo] of Object.entries(texts)) {
        const queryOf = (n: number) => ({ q: textTo(n) });
        const asked = { what: `${what}, ${name}`, queryOf, list };
        const times = isIndexed ? searches : searchesInSteps;
        const row = await measureSearches(place, ctx, { ...asked, count: times });
        ofMessages.push({ index: isIndexed ? 'yes' : 'no', ...row });
      }
    }
  }
  await database.close();
}

/** Returns texts to search for. The keys say how many contacts match. */
function textsOf(count: number): Record<string, (n: number) => string> {
  const row = (n: number) => chosen(n, 4, count);
  return {
    'one: a phone number': (n) => phoneOf(row(n)),
    'one: a part of an email': (n) => `${nameOf(row(n)).split(' ')[1]}${row(n)}@`,
    'some: the end of a number': (n) => String(10_000 + (row(n) % 90_000)),
    'many: a full name': (n) => nameOf(row(n)).toUpperCase(),
    'very many: a first name': (n) => nameOf(row(n)).split(' ')[0] ?? '',
    'all: a domain': () => 'example.com',
    'none: a name': (n) => `Zwkx ${n}`,
    'none: frequent trigrams': (n) => `ana${'ana'.repeat(n % 5)} example silva`,
    'one character': (n) => 'aeiouzxk1'[n % 9] ?? 'a',
    'two characters': (n) => ['an', 'zx', '9.', 'ka', 'wq'][n % 5] ?? 'an',
  };
}

/** Returns tags to filter by. The keys say how many contacts have them. */
function tagsToFind(): Record<string, (n: number) => string[]> {
  const groupOf = (n: number, salt: number) => `group ${chosen(n, salt, groups)}`;
  return {
    'all contacts': () => [tagOfAll],
    'one contact in 2,000': (n) => [groupOf(n, 7)],
    'two such tags': (n) => [groupOf(n, 7), groupOf(n, 8)],
    'the oldest 5,000 contacts': () => [tagOfOldest],
    none: (n) => [`absent ${n}`],
  };
}

async function comparePages(
  place: Place,
  ctx: TenantContext,
  { what, list, sort, filters }: { what: string; list: List; sort: string; filters: object },
): Promise<Row> {
  const read = async (cursor: string | undefined) =>
    await list(ctx, { sort, limit, cursor, archived: false, ...filters } as never);
  let far: string | undefined;
  for (let page = 1; page < farPage; page += 1) {
    const { nextCursor } = await read(far);
    if (nextCursor === null) break;
    far = nextCursor;
  }
  const times: Record<string, number[]> = { first: [], far: [] };
  for (let n = 0; n < searches; n += 1) {
    for (const [name, cursor] of [
      ['first', undefined],
      ['far', far],
    ] as const) {
      const since = performance.now();
      await read(cursor);
      times[name]?.push(performance.now() - since);
    }
  }
  const [first, later] = [
    percentile(times['first'] ?? [], 0.5),
    percentile(times['far'] ?? [], 0.5),
  ];
  return {
    database: place.name,
    list: what,
    sort,
    'page 1 ms': first,
    [`page ${farPage} ms`]: later,
    ratio: later / first,
  };
}

async function measureSearches(
  place: Place,
  ctx: TenantContext,
  {
    what,
    queryOf,
    list,
    count = searches,
  }: { what: string; queryOf: (n: number) => object; list: List; count?: number },
): Promise<Row> {
  const times: number[] = [];
  let found = 0;
  let isComplete = true;
  for (let n = 0; n < count; n += 1) {
    const query = { sort: '-createdAt', limit, archived: false, ...queryOf(n) };
    const since = performance.now();
    const { data, nextCursor } = await list(ctx, query as never);
    times.push(performance.now() - since);
    found += data.length;
    if (data.length < limit && nextCursor !== null) isComplete = false;
  }
  const p95 = percentile(times, 0.95);
  return {
    database: place.name,
    'q in': what,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': p95,
    'records in a page': found / count,
    'full pages': isComplete ? 'yes' : 'no',
    goal: p95 <= goalMs ? `met (${goalMs})` : `MISSED (${goalMs})`,
  };
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  await work();
  console.log(`${what} in ${((performance.now() - since) / 1_000).toFixed(1)} s`);
}
