import { requestLogHours } from '@parley/contract/console';
import { prune, pruneStatement } from '../db/prune.ts';
import type { SystemDb } from '../db/system-db.ts';

export interface PruneOptions {
  readonly system: SystemDb;
  now(): Date;
  /** How many days entries of the audit log are kept. When absent, they are never removed. */
  readonly auditDays?: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long a link is kept after it has expired, in milliseconds, so that its holder learns that it has expired. */
const expiredLinkMs = 7 * dayMs;
export const pruneResponses = pruneStatement('idempotency_records', 'expires_at');
const pruneSessions = pruneStatement('sessions', 'expires_at');
const pruneLinks = pruneStatement('one_time_links', 'expires_at');
const pruneRequestLog = pruneStatement('request_log', 'created_at');
const pruneAuditLog = pruneStatement('audit_log', 'created_at');

/**
 * Removes what has expired: stored responses, sessions, one-time links, logged requests, and entries of the audit log
 * older than the setting.
 */
export async function pruneExpired({ system, now, auditDays }: PruneOptions): Promise<void> {
  const ms = now().getTime();
  await prune(system, pruneResponses, ms);
  await prune(system, pruneSessions, new Date(ms).toISOString());
  await prune(system, pruneLinks, new Date(ms - expiredLinkMs).toISOString());
  await prune(system, pruneRequestLog, new Date(ms - requestLogHours * hourMs).toISOString());
  if (auditDays === undefined) return;
  await prune(system, pruneAuditLog, new Date(ms - auditDays * dayMs).toISOString());
}
