import { apiPrefixes, contract } from './contract.ts';
import type { IdKind } from './ids.ts';
import type { RouteMetadata } from './routes.ts';

interface AnyRoute {
  readonly method: string;
  readonly path: string;
  readonly metadata?: unknown;
}

const bases = new Map<IdKind, string>();
for (const endpoints of Object.values(contract)) {
  for (const { method, path, metadata } of Object.values<AnyRoute>(endpoints)) {
    // Every route of the contract has its metadata from routeMetadata().
    const { resource } = metadata as RouteMetadata;
    if (method !== 'GET' || !path.endsWith('/:id') || resource === undefined) continue;
    bases.set(resource, `${apiPrefixes[0]}${path.slice(0, -':id'.length)}`);
  }
}

/** The `Location` of an answer that is a record of this kind: its path. Null for undefined and for kinds without a path. */
export function locationOf(kind: IdKind | undefined, body: unknown): string | null {
  const base = kind && bases.get(kind);
  const { id } = Object(body) as { id?: unknown };
  return base === undefined || typeof id !== 'string' ? null : base + id;
}
