import { type Tag, type TagEntity, tagCountsOf, tagEntities } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badField, badFields } from './bad-input/row.ts';
import { type AnyRequest, refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { withBody } from './fixtures.ts';
import type { EndpointName } from './routes.ts';
import { aContact, createScene, type Scene, unique } from './scene.ts';
import type { Targets } from './target.ts';

const noCounts = tagCountsOf(() => 0);

const tags: CrudCase<'tags'> = {
  minimal: () => ({ name: unique('tag') }),
  defaults: { color: null, description: null, status: 'active', ...noCounts, metadata: {} },
  full: () => ({
    name: ' VIP ',
    color: '#1F883d',
    description: ' Own account manager ',
    metadata: { team: 'sales' },
  }),
  shown: { name: 'VIP', description: 'Own account manager' },
  texts: ['name', 'description'],
  change: { description: 'Changed' },
  unique: { name: ['São Paulo', 'SAO PAULO'] },
  filters: () => ({
    records: { vip: { name: 'VIP' }, young: { name: 'Não lido' } },
    cases: [
      [{ name: 'vip' }, 'vip'],
      [{ name: 'nao LIDO,other' }, 'young'],
    ],
  }),
};

export const badTags: readonly BadInput[] = [
  ...badFields('tags.create', [
    ['no name', { name: undefined }, 'required'],
    ['a blank name', { name: ' ' }, 'too_short'],
    ['a name of invisible characters', { name: '\u200b\u3164 \ufeff\u2800\u0007' }, 'too_short'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'too_long'],
    ['a name of dots', { name: ' .. ' }, 'invalid_format'],
    ['a color without a number sign', { color: '1f883d' }, 'invalid_format'],
  ]),
  badField('tags.update', 'a name that is null', { name: null }, 'invalid_type'),
];

export function describeTags({ paused: target }: Targets): void {
  describe('tags', () => {
    describeCrud('tags', target, tags);

    test('a record with an unknown tag creates it, and each tag counts its records of every kind', async () => {
      const scene = await createScene(target());
      const records = await oneOfEach(scene, ['VIP', 'back\\slash "n" \\n']);
      const contact = await aContact(scene, { tags: ['vip', 'new'] });
      const all = await readTags(scene);
      const each = tagCountsOf(() => 1);
      expect([...all.keys()].sort()).toEqual(['VIP', 'back\\slash "n" \\n', 'new']);
      expect(all.get('VIP')).toMatchObject({ ...each, contactCount: 2, status: 'active' });
      expect(all.get('back\\slash "n" \\n')).toMatchObject(each);
      expect(all.get('new')).toMatchObject({ ...noCounts, contactCount: 1 });
      expect(contact.tags).toEqual(['vip', 'new']);
      const taken = await refused(scene.api.tags.create({ body: { name: 'NEW' } }), 'SVC-CONFLICT');
      expect(taken.details).toMatchObject({ field: 'name', existingId: all.get('new')?.id });
      await scene.api.contacts.update({ params: { id: contact.id }, body: { tags: ['Nêw'] } });
      await scene.api.contacts.delete({ params: { id: records.contact } });
      await scene.api.deals.update({ params: { id: records.deal }, body: { tags: [] } });
      const later = await readTags(scene);
      expect(later.get('VIP')).toMatchObject({ contactCount: 0, dealCount: 0, ticketCount: 1 });
      expect(later.get('new')).toMatchObject({ contactCount: 1 });
    });

    test('a new name of a tag replaces the earlier one in all records, and its deletion removes it', async () => {
      const scene = await createScene(target());
      const records = await oneOfEach(scene, ['VIP', 'Gold']);
      const both = await aContact(scene, { tags: ['new', 'vip'] });
      const vip = (await readTags(scene)).get('VIP') as Tag;
      const params = { id: vip.id };
      const rename = (name: string) => scene.api.tags.update({ params, body: { name } });
      const taken = await refused(rename('gold'), 'SVC-CONFLICT');
      expect(taken.details).toMatchObject({ resource: 'tag', field: 'name' });
      const renamed = await rename('Wholesale');
      const { updatedAt } = renamed;
      expect(renamed).toEqual({ ...vip, name: 'Wholesale', updatedAt });
      expect(await tagsOfEach(scene, records)).toEqual(
        Array(tagEntities.length).fill(['Wholesale', 'Gold']),
      );
      expect(await tagsOf(scene, both.id)).toEqual(['new', 'Wholesale']);
      expect((await rename('WHOLESALE')).contactCount).toBe(2);
      expect(await tagsOf(scene, both.id)).toEqual(['new', 'WHOLESALE']);
      await aContact(scene, { tags: ['vip'] });
      const again = (await readTags(scene)).get('vip');
      expect(again).toMatchObject({ ...noCounts, contactCount: 1 });
      expect(again?.id).not.toBe(vip.id);
      await scene.api.tags.delete({ params });
      await refused(scene.api.tags.get({ params }), 'SVC-NOT-FOUND');
      expect(await tagsOfEach(scene, records)).toEqual(Array(tagEntities.length).fill(['Gold']));
      expect(await tagsOf(scene, both.id)).toEqual(['new']);
      const { data } = await scene.api.events.list({ query: { subjectId: both.id } });
      expect(data.map(({ data }) => data.previous?.['tags']).filter(Boolean)).toEqual([
        ['new', 'vip'],
        ['new', 'Wholesale'],
        ['new', 'WHOLESALE'],
      ]);
    });
  });
}

async function readTags(scene: Scene): Promise<Map<string, Tag>> {
  const { data } = await scene.api.tags.list();
  return new Map(data.map((tag) => [tag.name, tag]));
}

type Ids = Record<TagEntity, string>;

/** Creates one record with these tags of each kind that can have tags. Returns their IDs. */
async function oneOfEach(scene: Scene, tags: string[]): Promise<Ids> {
  const ids: Partial<Ids> = {};
  for (const kind of tagEntities) {
    // No endpoint creates a conversation with tags.
    const name: EndpointName = kind === 'conversation' ? `${kind}s.update` : `${kind}s.create`;
    ids[kind] = (await called(scene, name, await withBody(scene, name, { tags }))).id;
  }
  return ids as Ids;
}

async function tagsOfEach(scene: Scene, ids: Ids): Promise<string[][]> {
  const records = await Promise.all(
    tagEntities.map((kind) => called(scene, `${kind}s.get`, { params: { id: ids[kind] } })),
  );
  return records.map(({ tags }) => tags);
}

async function called(scene: Scene, name: EndpointName, request: AnyRequest) {
  const { status, json } = await scene.call(name, request);
  expect([name, status < 300]).toEqual([name, true]);
  return json as { id: string; tags: string[] };
}

async function tagsOf({ api }: Scene, id: string): Promise<string[]> {
  return (await api.contacts.get({ params: { id } })).tags;
}
