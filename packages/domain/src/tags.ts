import {
  type CreateTagBody,
  ServiceError,
  type Tag,
  type TagEntity,
  tagCountsOf,
  tagKey,
  tagLimits,
  type tagsRoutes,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf } from './filters.ts';
import { invalid, invalidTransition } from './refusals.ts';
import { crudRules, type Made } from './rules.ts';

interface Tagged {
  readonly tags: string[];
}

/** The number of records of each kind that have a tag. */
export type TagCounts = { readonly [Entity in TagEntity]?: number };

/** A stored tag: without the number of records that have it. */
export interface StoredTag extends Omit<Tag, `${TagEntity}Count`> {
  /**
   * The ID of the renamed tag, on a row that stands for its earlier name. The row exists until no record has the
   * earlier name. Otherwise null.
   */
  readonly replacedById: string | null;
  /** While the spelling of a name changes: the last record that has the new spelling. Null when all records have it. */
  readonly progress: string | null;
}

export const tagRules = crudRules<typeof tagsRoutes, StoredTag>({
  kind: 'tag',
  initial: newTag,
  unique: { name: ({ name }) => tagKey(name) },
  deletedField: 'replacedById',
  filters: { name: anyOf('name', tagKey) },
  sortKeys: { name: ({ name }) => tagKey(name) },
});

export function newTag(body: CreateTagBody, { id, at }: Made): StoredTag {
  return {
    id,
    name: body.name,
    color: null,
    description: null,
    status: 'active',
    replacedById: null,
    progress: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    ...givenFields(body),
  };
}

/** Returns the tag as the API shows it. */
export function shownTag(
  { replacedById: _replaced, progress: _progress, ...tag }: StoredTag,
  counts: TagCounts,
): Tag {
  return { ...tag, ...tagCountsOf((entity) => counts[entity] ?? 0) };
}

/**
 * Throws SVC-INVALID-TRANSITION for a tag that is being deleted. Throws it also for a tag that is being renamed, when
 * the request renames or deletes it.
 */
export function requireActiveTag(
  { id, status }: StoredTag,
  action: 'update' | 'rename' | 'delete',
): void {
  if (status === 'active' || (status === 'renaming' && action === 'update')) return;
  throw invalidTransition({
    resource: 'tag',
    id,
    from: status,
    action,
    allowed: status === 'renaming' ? ['active'] : [],
  });
}

/** Returns the tags of a record after the tag with this key was renamed to `name`, or removed if `name` is null. */
export function retagged(tags: readonly string[], key: string, name: string | null): string[] {
  const wanted = tags.flatMap((tag) => (tagKey(tag) !== key ? tag : (name ?? [])));
  const keys = wanted.map(tagKey);
  return wanted.filter((tag, place) => keys.indexOf(tagKey(tag)) === place);
}

/** Returns the tags of both lists. A tag that differs only in case and accents has the spelling of the first list. */
export function unionOfTags(own: readonly string[], others: readonly string[]): string[] {
  const known = new Set(own.map(tagKey));
  return [...own, ...others.filter((tag) => !known.has(tagKey(tag)))];
}

/** Returns the record with these tags in addition to its own. Throws SVC-VALIDATION when it would have too many. */
export function withTags<Rec extends Tagged>(before: Rec, added: readonly string[]): Rec {
  return withinTagLimit(before, { ...before, tags: unionOfTags(before.tags, added) });
}

/**
 * Returns the changed record. Throws SVC-VALIDATION when it has more tags than the limit and than before: a merge can
 * give a contact more tags than the limit.
 */
export function withinTagLimit<Rec extends Tagged>(before: Rec, after: Rec): Rec {
  const max = Math.max(tagLimits.tags, before.tags.length);
  if (after.tags.length <= max) return after;
  const message = `must leave the record with at most ${max} tags`;
  throw invalid({ in: 'body', path: 'tags', code: 'too_long', message });
}

/** Returns the record without a tag. Throws SVC-NOT-FOUND when it does not have the tag. */
export function withoutTag<Rec extends Tagged>(before: Rec, name: string): Rec {
  const tags = before.tags.filter((tag) => tagKey(tag) !== tagKey(name));
  if (tags.length === before.tags.length) {
    const details = { resource: 'tag', id: name } as const;
    throw new ServiceError('SVC-NOT-FOUND', details, {
      message: 'The contact does not have this tag.',
    });
  }
  return { ...before, tags };
}
