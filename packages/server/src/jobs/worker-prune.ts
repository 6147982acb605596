import { requestLogHours } from '@parley/contract/console';
import { dayMs, hourMs } from '@parley/domain';
import { prune, pruneStatement } from '../db/prune.ts';
import type { SystemDb } from '../db/system-db.ts';

export interface PruneOptions {
  readonly system: SystemDb;
  now(): Date;
  /** How many days entries of the audit log are kept. When absent, they are never removed. */
  readonly auditDays?: number | undefined;
  /** How many days items of webhooks that were not handled are kept. When absent, they are never removed. */
  readonly failureDays?: number | undefined;
}

/** How long a link is kept after it has expired, in milliseconds, so that its holder learns that it has expired. */
const expiredLinkMs = 7 * dayMs;
export const pruneResponses = pruneStatement('idempotency_records', 'expires_at');
const pruneSessions = pruneStatement('sessions', 'expires_at');
const pruneLinks = pruneStatement('one_time_links', 'expires_at');
const pruneRequestLog = pruneStatement('request_log', 'created_at');
const pruneAuditLog = pruneStatement('audit_log', 'created_at');
const pruneFailures = pruneStatement('inbound_failures', 'last_attempt_at', "status <> 'retrying'");

/**
 * Removes what has expired: stored responses, sessions, one-time links, logged requests, and older than the settings,
 * entries of the audit log and items of webhooks that were not handled.
 */
export async function pruneExpired(options: PruneOptions): Promise<void> {
  const { system, now, auditDays, failureDays } = options;
  const ms = now().getTime();
  const before = (ageMs: number) => new Date(ms - ageMs).toISOString();
  await prune(system, pruneResponses, ms);
  await prune(system, pruneSessions, before(0));
  await prune(system, pruneLinks, before(expiredLinkMs));
  await prune(system, pruneRequestLog, before(requestLogHours * hourMs));
  if (auditDays !== undefined) await prune(system, pruneAuditLog, before(auditDays * dayMs));
  if (failureDays !== undefined) await prune(system, pruneFailures, before(failureDays * dayMs));
}
