import { tagKey } from '@parley/contract';
import { newTag, type StoredTag } from '@parley/domain';
import type { Store } from './store.ts';

/** Creates the tags of a record that do not exist yet. */
export function keepTags(store: Store, record: object): void {
  const { tags = [], updatedAt: at } = record as { tags?: readonly string[]; updatedAt: string };
  if (tags.length === 0) return;
  const all = store.records<StoredTag>('tag');
  const known = new Set([...all.values()].map(({ name }) => tagKey(name)));
  for (const name of tags) {
    if (known.has(tagKey(name))) continue;
    const tag = newTag({ name }, { id: store.newId('tag'), at });
    all.set(tag.id, tag);
    known.add(tagKey(name));
  }
}
