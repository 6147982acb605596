import { ServiceError, tagLimits } from '@parley/contract/schemas';
import { notFound } from './refusals.ts';
import { fold } from './texts.ts';

interface Tagged {
  readonly tags: string[];
}

/** The form of a tag by which tags are compared: case and accents make no difference, as in the filter `tag`. */
export const tagKey = fold;

/** Returns the record with these tags in addition to its own. Throws SVC-VALIDATION when it would have too many. */
export function withTags<Rec extends Tagged>(before: Rec, added: readonly string[]): Rec {
  const known = new Set(before.tags.map(tagKey));
  const tags = [...before.tags, ...added.filter((tag) => !known.has(tagKey(tag)))];
  if (tags.length <= tagLimits.tags) return { ...before, tags };
  const message = `must have at most ${tagLimits.tags} tags, with those that the record has`;
  throw new ServiceError('SVC-VALIDATION', {
    issues: [{ in: 'body', path: 'tags', code: 'too_long', message }],
  });
}

/** Returns the record without a tag. Throws SVC-NOT-FOUND when it does not have the tag. */
export function withoutTag<Rec extends Tagged>(before: Rec, name: string): Rec {
  const tags = before.tags.filter((tag) => tagKey(tag) !== tagKey(name));
  if (tags.length === before.tags.length) throw notFound('tag', name);
  return { ...before, tags };
}
