import { knowledgeLimits } from '@parley/contract/schemas';
import { createRandom } from '@parley/search/noise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBelow, expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { cpuMsSince } from '../../../../scripts/test/longest-hold.ts';
import { targets } from '../../test/databases.ts';
import { indexMemo, recordOf, tenantsOf } from '../../test/knowledge-engine.ts';
import { startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { editIndexes, type NewRecord } from './edit-index.ts';
import { searchSources } from './search.ts';

/**
 * The longest time for which one search may delay other requests, in milliseconds. A busy machine takes longer, so the
 * best of several tries counts.
 */
const holdMs = 50;
const cpuMs = 250;
const tries = 4;

const random = createRandom(7);
const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (length: number, of = letters) =>
  Array.from({ length }, () => of[Math.floor(random() * of.length)]).join('');

function filled(piece: () => string, length: number): string {
  let text = '';
  while (text.length < length) text += `${piece()} `;
  return text.slice(0, length);
}

const size = 490_000;
interface Case {
  readonly texts: readonly string[];
  readonly query: string;
  readonly match?: 'phrase' | 'all';
  /** Whether the search must leave work out. */
  readonly isApproximate?: boolean;
}
/** Few beginnings, so that a search finds more words that begin like a misspelt one than it may read. */
const likeMany = (length: number) =>
  `${word(1, 'abc')}${word(1, 'ab')}${word(1, 'abc')}${word(length - 3, 'abcde')}`;
const anagrams = [filled(() => likeMany(10), size)];
const cases: Record<string, Case> = {
  'misspelt words against random words': {
    texts: anagrams,
    query: filled(() => likeMany(11), knowledgeLimits.query),
  },
  'words of the letters of every word': {
    texts: anagrams,
    query: filled(() => likeMany(10), knowledgeLimits.query),
  },
  'a phrase that nearly begins at each word': {
    texts: [filled(() => 'ab', size), filled(() => 'ab', size)],
    query: `"${'ab '.repeat(150)}b" "${'ab '.repeat(10)}c"`,
  },
  'many phrases': {
    texts: [filled(() => word(1, 'abc'), size), filled(() => word(1, 'abc'), size)],
    query: filled(() => `"${word(1, 'abc')} ${word(1, 'abc')}"`, knowledgeLimits.query),
  },
  'many refused phrases of words of one character': {
    texts: [filled(() => '你好。好你。', size), filled(() => '你好。好你。', size)],
    query: `你${' -你好你'.repeat(90)}`,
    isApproximate: true,
  },
  'one word in excerpts': {
    texts: [0, 1, 2].map(() => filled(() => 'a', size)),
    query: 'a',
  },
  'refused words': {
    texts: [filled(() => word(2), size), filled(() => word(2), size)],
    query: `zz ${filled(() => `-${word(2)}`, 490)}`,
  },
};

/** The records of texts, prepared once for both databases and for all equal texts. */
const records = new Map<string, NewRecord>();
const prepared = (content: string, place: number): NewRecord => {
  const record = records.get(content) ?? recordOf({ id: '', content });
  records.set(content, record);
  return { ...record, id: `src_${place}` };
};

describe.each(targets)('on %s', (target) => {
  let server: TestServer;
  /** The tenants that have texts, for the cases that share these. */
  const tenants = new Map<readonly string[], TenantDb>();
  const tenantWith = async (texts: readonly string[]) => {
    const known = tenants.get(texts);
    if (known) return known;
    const db = await tenantsOf(server.deps.database)();
    const add = texts.map(prepared);
    await db.transaction((db) => editIndexes(db, { remove: [], add }));
    tenants.set(texts, db);
    return db;
  };
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterAll(() => server.close());

  test.each(Object.entries(cases))(
    '%s block no other request',
    async (_name, { texts, query, match, isApproximate = false }) => {
      const db = await tenantWith(texts);
      const search = { q: query.slice(0, knowledgeLimits.query), limit: 50, snippets: 5, match };
      const run = () => searchSources(db, search, { indexMemo });
      if (isApproximate) expect(await run()).toMatchObject({ isApproximate });
      await expectBelow(cpuMs, tries, async () => {
        const before = process.cpuUsage();
        await run();
        return cpuMsSince(before);
      });
      await expectShortHold(run, { tries, mostMs: holdMs });
    },
  );
});
