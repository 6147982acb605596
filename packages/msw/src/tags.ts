import {
  createTagBody,
  examples,
  type TagEntity,
  tagCountLimit,
  tagEntities,
  tagKey,
  type tagsRoutes,
} from '@parley/contract';
import { retagged, type StoredTag, shownTag, tagRules } from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { taggedRecords } from './generated/tagged-records.ts';
import { type Holder, holdersOf, type Records } from './holders.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const tagRecords = fakeRecords(tagRules, {
  complete(store, tag) {
    const counts = tagEntities.map((entity) => [
      entity,
      Math.min(having(store, entity, tag).length, tagCountLimit),
    ]);
    return shownTag(tag, Object.fromEntries(counts));
  },
  removing: (store, tag) => retag(store, tag, null),
});

const records: typeof tagRecords = {
  ...tagRecords,
  update(store, id, body) {
    const before = { ...tagRecords.get(store, id) };
    const after = tagRecords.update(store, id, body);
    if (after.name !== before.name) retag(store, before, after.name);
    return after;
  },
};

export const tags: Fakes<typeof tagsRoutes> = fakeCrud(records);

export const tagSeeds = seedsOf(createTagBody, records, (number) => ({
  ...examples.createTagBody,
  name: `${examples.createTagBody.name} ${number}`,
}));

function retag(store: Store, tag: StoredTag, name: string | null): void {
  for (const entity of tagEntities) {
    for (const { value, save } of having(store, entity, tag)) {
      save(retagged(value, tagKey(tag.name), name));
    }
  }
}

function having(store: Store, entity: TagEntity, { name }: StoredTag): Holder<string[]>[] {
  const records: Records<{ tags: string[] }, 'tags'> = taggedRecords[entity];
  const all = holdersOf('tags', records)(store);
  return all.filter(({ value }) => value.map(tagKey).includes(tagKey(name)));
}
