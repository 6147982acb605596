import { type RateLimit, rateLimitAt, takeToken } from '@parley/contract/schemas';
import { endingStatus } from '@parley/domain';
import type { SystemDb } from '../db/system-db.ts';
import { MemoryQuotas } from './memory-quotas.ts';
import { admitRequest, type KnownKey } from './statements/admit-request.ts';
import { apiKeysTable } from './table.ts';

export interface AdmittedKey {
  key: KnownKey;
  /** The result of the quota check. Undefined for a revoked or expired key, whose requests are not counted. */
  quota: { admitted: boolean; rateLimit: RateLimit; retryAfterSeconds: number } | undefined;
}

/** Looks up the API keys of requests and counts the requests against their quotas, for one process. */
export class KeyAdmission {
  readonly #system: SystemDb;
  readonly #quotas = new MemoryQuotas();
  readonly #usedKeys = new Map<string, { tenantId: string; usedAt: string }>();

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /**
   * Returns the current state of the key with this hash, and counts one request against its quota. Undefined for an
   * unknown key.
   */
  async admit(hash: string, now: Date): Promise<AdmittedKey | undefined> {
    const { defaultQuota } = this.#system;
    const input = { hash, now: now.toISOString(), defaultQuota };
    const admission = await this.#system.run(admitRequest, input);
    if (!admission) return undefined;
    const { key } = admission;
    const { revoked_at: revokedAt, expires_at: expiresAt } = key;
    const isActive = endingStatus({ revokedAt, expiresAt }, input.now) === 'active';
    if (!isActive) return { key, quota: undefined };
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

  /**
   * Writes the times at which keys were last used. Requests do not wait for these writes. After an error, the next call
   * writes the times that this one did not.
   */
  async flushKeyUse(): Promise<void> {
    for (const [id, use] of [...this.#usedKeys]) {
      const db = this.#system.forTenant(use.tenantId);
      const { usedAt } = use;
      // Another process may have written a later time.
      await db.update(
        apiKeysTable,
        (key) =>
          key
            .where({ id })
            .where((last) => last.whereNull('last_used_at').orWhere('last_used_at', '<', usedAt)),
        { last_used_at: usedAt },
      );
      if (this.#usedKeys.get(id) === use) this.#usedKeys.delete(id);
    }
  }
}
