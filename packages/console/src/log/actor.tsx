import type { Actor } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';

export type ActorNames = ReadonlyMap<string, string>;

/** Returns the names of the members and API keys of the workspace, by their IDs: at most 100 of each. */
export function useActorNames(): ActorNames {
  const query = { limit: 100 };
  const members = useList('GET /members', { query });
  const keys = useList('GET /api-keys', { query });
  return new Map([...members.rows, ...keys.rows].map(({ id, name }) => [id, name]));
}

/** Who did something, by name if the workspace knows one. */
export function By({ actor: { type, id, grantId }, names }: { actor: Actor; names: ActorNames }) {
  const name = id === null ? undefined : names.get(id);
  return (
    <span>
      {type.replace('_', ' ')} {name ? <strong>{name}</strong> : id && <code>{id}</code>}
      {grantId && (
        <>
          {' '}
          {type !== 'agency' && 'for an agency,'} grant <code>{grantId}</code>
        </>
      )}
    </span>
  );
}
