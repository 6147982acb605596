import { createTagBody, examples, tagCountLimit, type tagsRoutes } from '@parley/contract';
import {
  retagged,
  type StoredTag,
  shownTag,
  type TagEntity,
  tagEntities,
  tagKey,
  tagRules,
} from '@parley/domain';
import { cannedResponseRecords } from './canned-responses.ts';
import { contactRecords } from './contact-records.ts';
import { conversationRecords } from './conversation-records.ts';
import { dealRecords } from './deal-records.ts';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { faqRecords } from './knowledge-faqs.ts';
import { sourceRecords } from './knowledge-indexing.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { ticketRecords } from './tickets.ts';
import type { Fakes } from './types.ts';

interface Holder {
  readonly tags: readonly string[];
  save(tags: string[]): void;
}

/** Returns the records of each kind that has tags. */
const holders: { readonly [Entity in TagEntity]: (store: Store) => Holder[] } = {
  contact: allOf(contactRecords),
  conversation: allOf(conversationRecords),
  deal: allOf(dealRecords),
  ticket: allOf(ticketRecords),
  knowledgeSource: allOf(sourceRecords),
  knowledgeFaq: allOf(faqRecords),
  cannedResponse: allOf(cannedResponseRecords),
};

export const tagRecords = fakeRecords(tagRules, {
  complete(store, tag) {
    const counts = tagEntities.map((entity) => [
      entity,
      Math.min(holdersOf(store, entity, tag).length, tagCountLimit),
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
    for (const { tags, save } of holdersOf(store, entity, tag)) {
      save(retagged(tags, tagKey(tag.name), name));
    }
  }
}

function holdersOf(store: Store, entity: TagEntity, { name }: StoredTag): Holder[] {
  return holders[entity](store).filter(({ tags }) => tags.map(tagKey).includes(tagKey(name)));
}

function allOf<Rec extends { readonly tags: string[] }>(records: {
  all(store: Store): ReadonlyMap<string, Rec>;
  save(store: Store, record: Rec, wanted: { tags: string[] }): unknown;
}) {
  return (store: Store): Holder[] =>
    [...records.all(store).values()].map((record) => ({
      tags: record.tags,
      save: (tags) => void records.save(store, record, { tags }),
    }));
}
