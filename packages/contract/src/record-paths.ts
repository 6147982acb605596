import { apiPrefixes } from './contract.ts';
import { routes } from './generated/routes.ts';
import type { IdKind } from './ids.ts';
import type { RouteShape } from './routes.ts';

const bases = new Map<IdKind, string>();
for (const endpoints of Object.values(routes)) {
  for (const { method, path, metadata } of Object.values<RouteShape>(endpoints)) {
    const { resource } = metadata;
    if (method !== 'GET' || !path.endsWith('/:id') || resource === undefined) continue;
    bases.set(resource, `${apiPrefixes[0]}${path.slice(0, -':id'.length)}`);
  }
}

/** The `Location` of a record of this kind: its path. Null for undefined and for kinds without a path. */
export function locationOf(kind: IdKind | undefined, body: unknown): string | null {
  const base = kind && bases.get(kind);
  const { id } = Object(body) as { id?: unknown };
  return base === undefined || typeof id !== 'string' ? null : base + id;
}
