import { routes } from './generated/routes.ts';
import type { IdKind } from './ids.ts';
import type { RouteShape } from './routes.ts';
import { apiPrefixes } from './routes.ts';

/** The path of one record, in the parts between its ids. */
interface RecordPath {
  readonly parts: readonly string[];
  /** Kind of the record that the first id names, where the path has a second id. */
  readonly owner: IdKind | undefined;
}

/** The paths of the records of each kind. Some kinds have a path of their own and one in their owner. */
const paths = new Map<IdKind, RecordPath[]>();
for (const endpoints of Object.values(routes)) {
  for (const { method, path, metadata } of Object.values<RouteShape>(endpoints)) {
    const { resource, owner } = metadata;
    if (method !== 'GET' || resource === undefined || !/\/:\w+$/.test(path)) continue;
    const parts = `${apiPrefixes[0]}${path}`.split(/:\w+/);
    paths.set(resource, [...(paths.get(resource) ?? []), { parts, owner }]);
  }
}

/**
 * Returns the `Location` of a record that an endpoint creates: its path. Null for undefined and for kinds without a
 * path. A record of which the endpoint names the owner is found in that owner.
 */
export function locationOf(
  { creates, resource }: { [Name in 'creates' | 'resource']?: IdKind | undefined },
  body: unknown,
  params: Readonly<Record<string, unknown>> = {},
): string | null {
  const all = creates === undefined ? [] : (paths.get(creates) ?? []);
  const path = all.find(({ owner }) => owner === resource) ?? all[0];
  if (!path) return null;
  const { id } = Object(body) as { id?: unknown };
  const ids = path.owner === undefined ? [id] : [params['id'], id];
  if (!ids.every((one) => typeof one === 'string')) return null;
  return path.parts.map((part, index) => part + (ids[index] ?? '')).join('');
}
