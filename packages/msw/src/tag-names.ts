import { newTag, type StoredTag, tagRules } from '@parley/domain';
import type { Store } from './store.ts';
import { holderOf, holdValues } from './unique-values.ts';

/** Creates the tags of a record that do not exist yet. */
export function keepTags(store: Store, record: object): void {
  const { tags = [], updatedAt: at } = record as { tags?: readonly string[]; updatedAt: string };
  for (const name of tags) {
    if (holderOf(store, tagRules, 'name', newTag({ name }, { id: '', at }))) continue;
    const tag = newTag({ name }, { id: store.newId('tag'), at });
    store.records<StoredTag>('tag').set(tag.id, tag);
    holdValues(store, tagRules, tag);
  }
}
