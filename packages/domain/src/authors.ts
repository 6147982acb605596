import type { Actor, Author } from '@parley/contract/schemas';

/** The actor of changes that nobody requested. */
export const systemActor: Actor = { type: 'system', id: null, grantId: null };

const ownTypes = ['member', 'contact', 'flow', 'system'] as const;

/** Returns the actor in the form that records show. An agency is shown as the API key that it used. */
export function toAuthor(
  { type, id }: Pick<Actor, 'type' | 'id'>,
  name: string | null = null,
): Author {
  return { type: ownTypes.find((own) => own === type) ?? 'api', id, name };
}
