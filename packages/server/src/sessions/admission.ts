import { type RateLimit, ServiceError } from '@parley/contract/schemas';
import { hasEnded, seenEveryMs } from '@parley/domain';
import { MemoryQuotas } from '../api-keys/memory-quotas.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../tenancy/context.ts';
import { usersTable } from '../users/table.ts';
import { memberContext } from './member-context.ts';
import { endSession, findSession, type KnownSession } from './statements/sessions.ts';
import { sessionsTable } from './table.ts';
import { hashToken } from './tokens.ts';

/** A session that has not ended, of an active member. */
export interface AdmittedSession extends Session, Omit<KnownSession, 'role' | 'active'> {}

export interface SessionQuota {
  readonly admitted: boolean;
  readonly rateLimit: RateLimit;
  readonly retryAfterSeconds: number;
}

type AdmissionDeps = Pick<Deps, 'system' | 'log' | 'now' | 'newId'>;

/** Looks up the sessions of requests, and counts the requests of each session in this process. */
export class SessionAdmission {
  readonly #deps: AdmissionDeps;
  readonly #quotas = new MemoryQuotas();

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the session with this token, and stores when it was used. Throws SVC-SIGN-IN-REQUIRED when there is no token,
   * or the session has ended.
   */
  async admit(token: string | undefined): Promise<AdmittedSession> {
    const session = await this.find(token);
    const at = this.#deps.now().toISOString();
    if (Date.parse(at) - Date.parse(session.lastSeenAt) >= seenEveryMs) {
      const { db } = memberContext(this.#deps, session);
      await Promise.all([
        db.update(sessionsTable, { id: session.id }, { last_seen_at: at }),
        db.update(usersTable, { id: session.userId }, { last_seen_at: at }),
      ]);
    }
    return session;
  }

  /** Returns the session like `admit`, without storing its use: for requests of a page that nobody uses. */
  async find(token: string | undefined): Promise<AdmittedSession> {
    if (token === undefined) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'missing' });
    const { system, now } = this.#deps;
    const at = now().toISOString();
    const [found] = await system.run(findSession, { hash: hashToken(token), at });
    if (!found) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
    const { role, active, ...session } = found;
    if (role === null || active !== 1 || hasEnded(session, at)) {
      await system.run(endSession, session);
      throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
    }
    return { ...session, role };
  }

  /** Counts one request against the quota of a session. */
  count({ id }: AdmittedSession): SessionQuota {
    const { system, now } = this.#deps;
    return this.#quotas.take(id, now().getTime(), system.defaultQuota);
  }
}
