import type { KnowledgeSourceStatus } from '@parley/contract/schemas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import {
  failedSource,
  fetchedSource,
  indexedSource,
  type KnowledgeSourceChange,
  knowledgeSourceRules,
  knowledgeSourceTransitions,
  pageFailure,
  reindexedSource,
  type StoredSource,
  unreadSource,
} from '../src/index.ts';

const at = '2026-11-20T09:30:00.000Z';
const url = 'https://shop.example.com/help';

function aSource(type: 'text' | 'url' = 'text', status: KnowledgeSourceStatus = 'processing') {
  const written = { type: 'text', title: 'Help', content: 'At nine.', checksum: 'a' } as const;
  const page = { type: 'url', url, checksum: null } as const;
  const body = { ...(type === 'url' ? page : written), language: 'en' };
  return { ...knowledgeSourceRules.initial(body, { id: 'src_1', at }), status };
}

const changed = (source: StoredSource, change: KnowledgeSourceChange) =>
  knowledgeSourceRules.changed(source, change, at);

const away = pageFailure('timeout', 'No answer.');
const gone = pageFailure('http_status', 'The server answered with status 404.');
/** The effect of each request on a source in any status. */
const requests: readonly ((source: StoredSource) => StoredSource)[] = [
  reindexedSource,
  (source) => changed(source, { status: 'ready' }),
  (source) => changed(source, { status: 'archived' }),
  (source) => changed(source, { title: `${source.title}!` }),
  (source) => changed(source, { content: 'At ten.', checksum: 'b' }),
  (source) => changed(source, { url: `${url}?again` }),
];
/** The result of indexing a source. */
const outcomes: readonly ((source: StoredSource) => StoredSource)[] = [
  (source) => indexedSource(source, { chunkCount: 1, charCount: 8 }, at),
  (source) => (source.status === 'archived' ? source : failedSource(source, away, true)),
  (source) => (source.status === 'archived' ? source : failedSource(source, gone, true)),
  unreadSource,
];

test('the table has every status change that requests and the index make', () => {
  const seen = new Set<string>();
  const steps = fc.array(
    fc.nat(requests.length - 1).chain((n) => fc.tuple(fc.constant(n), fc.nat(3))),
  );
  const property = fc.property(fc.constantFrom('text', 'url'), steps, (type, walk) => {
    let source = aSource(type as 'text' | 'url');
    const move = (next: (source: StoredSource) => StoredSource) => {
      const before = source.status;
      source = next(source);
      if (source.status === before) return;
      seen.add(`${before} → ${source.status}`);
      expect(knowledgeSourceTransitions[before]).toContain(source.status);
    };
    for (const [request, outcome] of walk) {
      const { contentVersion } = source;
      try {
        move(requests[request] as (typeof requests)[number]);
      } catch {
        // It is refused in this status.
        continue;
      }
      if (source.contentVersion > contentVersion)
        move(outcomes[outcome] as (typeof outcomes)[number]);
    }
  });
  fc.assert(property, { seed, numRuns: 300 });
  const table = Object.entries(knowledgeSourceTransitions).flatMap(([from, targets]) =>
    targets.map((to) => `${from} → ${to}`),
  );
  expect([...seen].sort()).toEqual(table.sort());
});

test('a request can archive a source and restore it', () => {
  const asked = (from: KnowledgeSourceStatus, status: 'ready' | 'archived') =>
    changed(aSource('text', from), { status }).status;
  for (const status of ['processing', 'ready', 'failed', 'archived'] as const) {
    expect(asked(status, 'archived')).toBe('archived');
  }
  expect(asked('archived', 'ready')).toBe('processing');
  expect(asked('processing', 'ready')).toBe('processing');
  expect(asked('ready', 'ready')).toBe('ready');
  expect(() => asked('failed', 'ready')).toThrow(
    expect.objectContaining({
      code: 'SVC-INVALID-TRANSITION',
      details: {
        resource: 'knowledgeSource',
        id: 'src_1',
        from: 'failed',
        to: 'ready',
        allowed: ['archived'],
        suggestion: 'reindex',
      },
    }),
  );
});

test('only a change of the searchable text increments the version for the index', () => {
  const source = aSource('text', 'ready');
  const versionAfter = (change: KnowledgeSourceChange) => changed(source, change).contentVersion;
  for (const change of [
    {},
    { title: source.title, content: 'At nine.', checksum: 'a' },
    { tags: ['a'], metadata: { a: 1 }, externalId: 'x', url },
    { status: 'ready' as const },
  ]) {
    expect(versionAfter(change)).toBe(1);
  }
  for (const change of [
    { title: 'Hours' },
    { language: 'pt' },
    { content: 'At ten.', checksum: 'b' },
    { status: 'archived' as const },
  ]) {
    expect(versionAfter(change)).toBe(2);
  }
  expect(changed(aSource('url', 'ready'), { url: `${url}?new` })).toMatchObject({
    contentVersion: 2,
    status: 'processing',
    fetchDue: true,
  });
  const failed = aSource('text', 'failed');
  expect(changed(failed, { content: 'At nine.', checksum: 'a' }).contentVersion).toBe(2);
});

test('a source has the title of its page until a request sets one', () => {
  const page = { content: 'At nine.', format: 'page', checksum: 'a' } as const;
  const source = aSource('url');
  expect(source.title).toBe(url);
  expect(fetchedSource(source, page, '  Hours ').title).toBe('Hours');
  expect(fetchedSource(source, page, ' ').title).toBe(url);
  expect(fetchedSource(source, page, `${'x'.repeat(254)}😀`).title).toBe('x'.repeat(254));
  const named = changed(source, { title: 'Mine' });
  expect(fetchedSource(named, page, 'Hours').title).toBe('Mine');
});

test('the event of a change says whether the source was indexed or failed', () => {
  const eventsOf = (after: StoredSource, previous: Partial<StoredSource>) =>
    knowledgeSourceRules.changeEvents(previous, after).map(({ type }) => type);
  const processing = { status: 'processing' } as const;
  const ready = aSource('url', 'ready');
  expect(eventsOf(ready, processing)).toEqual(['knowledge_source.ready']);
  const kept = failedSource(aSource('url'), away, true);
  expect(kept).toMatchObject({ status: 'ready', error: { code: 'timeout' } });
  expect(eventsOf(kept, processing)).toEqual(['knowledge_source.failed']);
  expect(eventsOf(failedSource(ready, away, false), processing)).toEqual([
    'knowledge_source.failed',
  ]);
  expect(eventsOf({ ...ready, status: 'archived' }, processing)).toEqual([
    'knowledge_source.updated',
  ]);
  expect(eventsOf(ready, { title: 'Old' })).toEqual(['knowledge_source.updated']);
});
