import type { Actor, AuditEntry } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';

export type ActorNames = ReadonlyMap<string, string>;

/** Returns the names of the members and API keys of the workspace, by their IDs: at most 100 of each. */
export function useActorNames(): ActorNames {
  const query = { limit: 100 };
  const members = useList('GET /members', { query });
  const keys = useList('GET /api-keys', { query });
  return new Map([...members.rows, ...keys.rows].map(({ id, name }) => [id, name]));
}

interface Who {
  readonly actor: Actor;
  readonly names: ActorNames;
  /** The agency that did it, by itself or under a grant. */
  readonly agency?: AuditEntry['agency'];
}

/** Who did something, by name if the workspace knows one. */
export function By({ actor: { type, id, grantId }, names, agency = null }: Who) {
  const known = id === null ? undefined : names.get(id);
  const name = type === 'agency' ? agency?.name : known;
  return (
    <span>
      {type.replace('_', ' ')} {name ? <strong>{name}</strong> : id && <code>{id}</code>}
      {grantId && (
        <>
          {' '}
          {type !== 'agency' && `for ${agency?.name ?? 'an agency'},`} grant <code>{grantId}</code>
        </>
      )}
    </span>
  );
}
