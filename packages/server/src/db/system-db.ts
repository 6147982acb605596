import { type RateLimit, rateLimitAt, takeToken } from '@parley/contract/schemas';
import { apiKeysTable } from '../api-keys/table.ts';
import { type Rebuild, startRebuilds } from '../knowledge/statements/rebuilds.ts';
import type { Database } from './database.ts';
import { ping } from './health.ts';
import { MemoryQuotas } from './memory-quotas.ts';
import { admitRequest, type KnownKey } from './statements/admit-request.ts';
import {
  type ClaimDeliveriesInput,
  type ClaimedDelivery,
  claimDeliveries,
  nextDeliveryIn,
} from './statements/claim-deliveries.ts';
import { type ClaimedJob, type ClaimInput, claimJobs } from './statements/claim-jobs.ts';
import { endOverdue } from './statements/end-overdue.ts';
import { type ExpiredDelivery, expiredDeliveries } from './statements/expired-deliveries.ts';
import { holdLease, type Lease, sweepLeases } from './statements/hold-leases.ts';
import { listTenants, type TenantSummary } from './statements/list-tenants.ts';
import { type Pruning, pruneEvents } from './statements/prune-events.ts';
import { pruneExpired } from './statements/prune-expired.ts';
import { type Settling, settleDeliveries } from './statements/settle-deliveries.ts';
import { type Settlement, settleJob } from './statements/settle-jobs.ts';
import { TenantDb } from './tenant-db.ts';

export interface AdmittedKey {
  key: KnownKey;
  /** Undefined for a revoked or expired key: it has no quota to take from. */
  quota: { admitted: boolean; rateLimit: RateLimit; retryAfterSeconds: number } | undefined;
}

/** Claim tables and key hashes are shared by all tenants: their statements look at no tenant. */
const noTenant = '';

/** What must be asked before a tenant is known. Each question is a named method; add none lightly. */
export class SystemDb {
  readonly #database: Database;
  readonly #quotas = new MemoryQuotas();
  readonly #usedKeys = new Map<string, { tenantId: string; usedAt: string }>();

  constructor(database: Database) {
    this.#database = database;
  }

  get dialect() {
    return this.#database.dialect;
  }

  /** The only way to a TenantDb. Called where a tenant is admitted: scripts/gates/rules.mjs names these places. */
  forTenant(tenantId: string): TenantDb {
    return new TenantDb(this.#database, tenantId);
  }

  /** The key with this hash as it is now, and one request taken from its quota. */
  async admitRequest(hash: string, now: Date): Promise<AdmittedKey | undefined> {
    const { defaultQuota } = this.#database;
    const input = { hash, now: now.toISOString(), defaultQuota };
    const admission = await this.#database.run(admitRequest, { tenantId: noTenant, input });
    if (!admission) return undefined;
    const { key } = admission;
    if (!isLive(key, input.now)) return { key, quota: undefined };
    this.#usedKeys.set(key.key_id, { tenantId: key.tenant_id, usedAt: input.now });
    const limits = { limit: key.rate_limit, windowSeconds: key.rate_window_seconds };
    if (!admission.quota)
      return { key, quota: this.#quotas.take(key.key_id, now.getTime(), limits) };
    const { granted, tatMs, nowMs } = admission.quota;
    return {
      key,
      quota: granted
        ? { admitted: true, rateLimit: rateLimitAt(tatMs, nowMs, limits), retryAfterSeconds: 0 }
        : { ...takeToken(tatMs, nowMs, limits), admitted: false },
    };
  }

  /** Writes down when keys were last used; a request itself does not wait for that. */
  async flushKeyUse(): Promise<void> {
    const used = [...this.#usedKeys];
    this.#usedKeys.clear();
    for (const [id, { tenantId, usedAt }] of used) {
      await this.forTenant(tenantId).update(apiKeysTable, { id }, { last_used_at: usedAt });
    }
  }

  async listTenants(): Promise<readonly TenantSummary[]> {
    return await this.#database.run(listTenants, { tenantId: noTenant, input: null });
  }

  async claimJobs(input: ClaimInput): Promise<readonly ClaimedJob[]> {
    return await this.#database.run(claimJobs, { tenantId: noTenant, input });
  }

  async settleJob(input: Settlement): Promise<boolean> {
    return await this.#database.run(settleJob, { tenantId: noTenant, input });
  }

  async holdLease(input: Lease): Promise<boolean> {
    return await this.#database.run(holdLease, { tenantId: noTenant, input });
  }

  async sweepLeases(): Promise<number> {
    return await this.#database.run(sweepLeases, { tenantId: noTenant, input: null });
  }

  async claimDeliveries(input: ClaimDeliveriesInput): Promise<readonly ClaimedDelivery[]> {
    return await this.#database.run(claimDeliveries, { tenantId: noTenant, input });
  }

  async nextDeliveryIn(): Promise<number | null> {
    return await this.#database.run(nextDeliveryIn, { tenantId: noTenant, input: null });
  }

  async settleDeliveries(input: readonly Settling[]): Promise<readonly boolean[]> {
    return await this.#database.run(settleDeliveries, { tenantId: noTenant, input });
  }

  async expiredDeliveries(): Promise<readonly ExpiredDelivery[]> {
    return await this.#database.run(expiredDeliveries, { tenantId: noTenant, input: null });
  }

  /** For each tenant with an index of an older analysis a job that builds its indexes anew; says how many. */
  async startRebuilds(input: Rebuild): Promise<number> {
    return await this.#database.run(startRebuilds, { tenantId: noTenant, input });
  }

  /** Gives up a batch of deliveries that have waited for as long as they are kept. */
  async endOverdue(input: Pruning & { now: string }): Promise<number> {
    return await this.#database.run(endOverdue, { tenantId: noTenant, input });
  }

  /** Removes a batch of events and deliveries that are no longer kept. */
  async pruneEvents(input: Pruning): Promise<number> {
    return await this.#database.run(pruneEvents, { tenantId: noTenant, input });
  }

  /** Removes a batch of what has outlived its retention. */
  async prune(now: Date): Promise<number> {
    return await this.#database.run(pruneExpired, {
      tenantId: noTenant,
      input: { nowMs: now.getTime() },
    });
  }

  onJobs(listener: () => void): () => void {
    return this.#database.onJobs(listener);
  }

  onDeliveries(listener: () => void): () => void {
    return this.#database.onDeliveries(listener);
  }

  /** Answers within a second, or the database is not fit to serve. */
  async ping(): Promise<boolean> {
    return await ping(this.#database);
  }
}

function isLive(key: KnownKey, now: string): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
}
