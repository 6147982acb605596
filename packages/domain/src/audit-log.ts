import {
  type Actor,
  type AuditEntry,
  agencyClientsPath,
  auditedActions,
  type ListAuditLogQuery,
  type RouteMetadata,
} from '@parley/contract/schemas';
import { anyOf, type Filters } from './filters.ts';
import type { Made } from './rules.ts';

/** An entry as it is stored. */
export interface StoredAuditEntry extends Omit<AuditEntry, 'actor' | 'agency'> {
  readonly actorType: Actor['type'];
  readonly actorId: string | null;
  readonly grantId: string | null;
}

/** The fields of an entry that name the action and what it concerns. */
export type AuditedChange = Pick<StoredAuditEntry, 'action' | 'recordId'> &
  Partial<Pick<StoredAuditEntry, 'clientId'>>;

export const auditFilters: Filters<StoredAuditEntry, ListAuditLogQuery> = {
  action: anyOf('action'),
  actorId: anyOf('actorId'),
  grantId: anyOf('grantId'),
  clientId: anyOf('clientId'),
  recordId: anyOf('recordId'),
};

/** Returns the entry about a change. */
export function newAuditEntry(
  { clientId = null, ...change }: AuditedChange,
  { actor, ...by }: { actor: Actor } & Pick<StoredAuditEntry, 'sessionId' | 'ip' | 'requestId'>,
  { id, at: createdAt }: Made,
): StoredAuditEntry {
  const { type: actorType, id: actorId, grantId } = actor;
  return { id, ...change, clientId, actorType, actorId, grantId, ...by, createdAt };
}

/** The entry as the API shows it, without the agency. */
export function auditEntryOf({
  actorType: type,
  actorId: id,
  grantId,
  ...entry
}: StoredAuditEntry): AuditEntry {
  return { ...entry, actor: { type, id, grantId }, agency: null };
}

/**
 * Returns the ID of the agency that did something in the tenant of its client; undefined for all others. `agencyOf`
 * returns the agency of a grant.
 */
export function actingAgency(
  { type, id, grantId }: Actor,
  agencyOf: (grantId: string) => string | undefined,
): string | undefined {
  if (type === 'agency') return id ?? undefined;
  return grantId === null ? undefined : agencyOf(grantId);
}

interface AnyRoute {
  readonly method: string;
  /** The path as the contract writes it: `/messages/:id`. */
  readonly path: string;
  readonly metadata?: unknown;
}

/**
 * The name under which a request is audited; undefined when it is not audited. Every write with a key that an agency
 * issued is audited.
 */
export function auditActionOf(
  { method, path, metadata }: AnyRoute,
  { grantId }: Pick<Actor, 'grantId'>,
): string | undefined {
  const endpoint = `${method} ${path}`;
  // routeMetadata() has set the metadata of every route of the contract.
  const { audits } = (metadata ?? {}) as Pick<RouteMetadata, 'audits'>;
  return (
    audits ??
    auditedActions.get(endpoint) ??
    (grantId !== null && method !== 'GET' ? endpoint : undefined)
  );
}

/**
 * Returns the IDs for an entry; null without one. `recordId` is the ID that the response shows, or else the last one in
 * the path. Other parts of a path can be names. `clientId` is the client that a request of an agency concerns.
 */
export function auditedIds(
  { path }: Pick<AnyRoute, 'path'>,
  params: object,
  body: unknown,
): Pick<StoredAuditEntry, 'recordId' | 'clientId'> {
  const ids = Object.entries(params as Record<string, string>).filter(([name]) =>
    /id$/i.test(name),
  );
  const made = (body as { id?: unknown } | null | undefined)?.id;
  const recordId = typeof made === 'string' ? made : (ids.at(-1)?.[1] ?? null);
  const isOfClient = path.startsWith(agencyClientsPath);
  return { recordId, clientId: isOfClient ? (ids[0]?.[1] ?? recordId) : null };
}
