import { routes } from './generated/routes.ts';
import type { IdKind } from './ids.ts';
import type { RouteShape } from './routes.ts';
import { apiPrefixes } from './routes.ts';

/** The path of one record of each kind, with the fields of the record that it needs. */
const paths = new Map<IdKind, (record: Readonly<Record<string, unknown>>) => string | null>();
for (const endpoints of Object.values(routes)) {
  for (const { method, path, metadata } of Object.values<RouteShape>(endpoints)) {
    const { resource, owner } = metadata;
    if (method !== 'GET' || resource === undefined || !/\/:\w+$/.test(path)) continue;
    const fields = owner === undefined ? ['id'] : [`${owner}Id`, 'id'];
    const parts = `${apiPrefixes[0]}${path}`.split(/:\w+/);
    paths.set(resource, (record) => {
      const ids = fields.map((field) => record[field]);
      if (!ids.every((id) => typeof id === 'string')) return null;
      return parts.map((part, index) => part + (ids[index] ?? '')).join('');
    });
  }
}

/** Returns the `Location` of a record of this kind: its path. Null for undefined and for kinds without a path. */
export function locationOf(kind: IdKind | undefined, body: unknown): string | null {
  const path = kind && paths.get(kind);
  return path?.(Object(body) as Record<string, unknown>) ?? null;
}
