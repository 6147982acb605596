import { routes } from './generated/routes.ts';
import type { IdKind } from './ids.ts';
import type { RouteShape } from './routes.ts';
import { apiPrefixes } from './routes.ts';

/** The path of one record, split at its IDs. */
interface RecordPath {
  readonly parts: readonly string[];
  /** The kind of record that the first ID names, if the path has two IDs; otherwise undefined. */
  readonly owner: IdKind | undefined;
}

/**
 * The paths of each kind of record. Some kinds have a path of their own, and one below the record that they belong to.
 */
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
 * Returns the `Location` of a new record: its path; null for undefined and for kinds without a path. If the path of the
 * endpoint names the owner of the record, the result is the path below that owner.
 */
export function locationOf(
  { creates, resource }: { [Name in 'creates' | 'resource']?: IdKind | undefined },
  body: unknown,
  params: Readonly<Record<string, unknown>> = {},
): string | null {
  const all = creates === undefined ? [] : (paths.get(creates) ?? []);
  const path =
    all.find(({ owner }) => owner === resource) ?? all.find(({ owner }) => owner === undefined);
  if (!path) return null;
  const { id } = Object(body) as { id?: unknown };
  const ids = path.owner === undefined ? [id] : [params['id'], id];
  if (!ids.every((one) => typeof one === 'string')) return null;
  return path.parts.map((part, index) => part + (ids[index] ?? '')).join('');
}
