import type { Actor, Author } from '@parley/contract/schemas';

const ownTypes = ['member', 'contact', 'flow', 'system'] as const;

/** How records show an actor. Agencies act with API keys. */
export function toAuthor(
  { type, id }: Pick<Actor, 'type' | 'id'>,
  name: string | null = null,
): Author {
  return { type: ownTypes.find((own) => own === type) ?? 'api', id, name };
}
