import { describe, expect, test } from 'vitest';
import { type BadInput, badField, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { aContact, createScene, unique } from './scene.ts';
import type { Targets } from './target.ts';

const segments: CrudCase<'segments'> = {
  minimal: () => ({ name: unique('segment'), filter: { archived: false } }),
  defaults: { metadata: {} },
  full: () => ({
    name: ' VIP ',
    filter: {
      q: 'ana',
      tag: ['vip', 'new'],
      tagAll: ['vip'],
      tagNone: ['lost'],
      lifecycle: ['customer'],
      blocked: false,
      archived: true,
      createdAfter: '2026-01-31T12:00:00.000Z',
      lastInboundBefore: '2026-01-31T12:00:00.000Z',
    },
    metadata: { team: 'sales' },
  }),
  shown: { name: 'VIP' },
  texts: ['name'],
  change: { filter: { archived: false, lifecycle: ['lead'] } },
  unique: { name: ['vip', 'VIP'] },
  filters: () => ({
    records: { vip: { name: 'VIP' }, young: { name: 'New' } },
    cases: [
      [{ name: 'vip' }, 'vip'],
      [{ name: 'NEW,other' }, 'young'],
    ],
  }),
};

export const badSegments: readonly BadInput[] = [
  ...badFields('segments.create', [
    ['no name', { name: undefined }, 'required'],
    ['a blank name', { name: ' ' }, 'too_short'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'too_long'],
    ['no filter', { filter: undefined }, 'required'],
    [
      'values that no list of contacts takes',
      { filter: { lifecycle: ['vip'], tag: 'vip', blocked: 'true', createdAfter: 'today' } },
      ['filter.tag', 'invalid_type'],
      ['filter.lifecycle.0', 'invalid_enum'],
      ['filter.blocked', 'invalid_type'],
      ['filter.createdAfter', 'invalid_format'],
    ],
  ]),
  badField('segments.update', 'a filter that is null', { filter: null }, 'invalid_type'),
];

export function describeSegments({ paused: target }: Targets): void {
  describe('segments', () => {
    describeCrud('segments', target, segments);

    test('a segment has the contacts that pass its filter now, in any order of contacts', async () => {
      const scene = await createScene(target());
      const ana = await aContact(scene, { name: 'Ana', tags: ['vip'] });
      const bruno = await aContact(scene, { name: 'Bruno', tags: ['VIP', 'new'] });
      const chloe = await aContact(scene, { name: 'Chloé', tags: ['new'] });
      const segment = await scene.api.segments.create({
        body: { name: 'VIP', filter: { tag: ['vip'] } },
      });
      const params = { id: segment.id };
      const read = async (query: { sort?: 'name'; limit?: number; cursor?: string } = {}) => {
        const { data, nextCursor } = await scene.api.segments.listContacts({ params, query });
        return { ids: data.map(({ id }) => id), nextCursor };
      };
      expect((await read()).ids).toEqual([bruno.id, ana.id]);
      const first = await read({ sort: 'name', limit: 1 });
      expect(first.ids).toEqual([ana.id]);
      const cursor = first.nextCursor ?? '';
      expect((await read({ sort: 'name', limit: 1, cursor })).ids).toEqual([bruno.id]);
      await scene.api.contacts.update({ params: { id: ana.id }, body: { tags: [] } });
      await scene.api.contacts.archive({ params: { id: bruno.id } });
      expect((await read()).ids).toEqual([]);
      await scene.api.segments.update({ params, body: { filter: { tag: ['new'] } } });
      expect((await read()).ids).toEqual([chloe.id]);
      const { details } = await refused(read({ sort: 'name', cursor }), 'SVC-CURSOR-INVALID');
      expect(details).toEqual({ reason: 'filter_mismatch' });
    });

    test('a filter is stored as a list of contacts reads it, and unknown filters are ignored', async () => {
      const scene = await createScene(target());
      const createdAfter = '2026-01-31T12:00:00+02:00';
      const filter = { tag: ['a,b', 'new'], phone: ['55 11 98765-4321'], createdAfter, color: '1' };
      const answer = await scene.call('segments.create', { body: { name: 'VIP', filter } });
      expect(answer.json).toMatchObject({
        filter: {
          tag: ['a,b', 'new'],
          phone: ['+5511987654321'],
          archived: false,
          createdAfter: '2026-01-31T10:00:00.000Z',
        },
      });
      expect(answer.text).not.toContain('color');
    });
  });
}
