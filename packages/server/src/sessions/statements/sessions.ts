import type { Session } from '@parley/contract/console';
import type { MemberRole, Tenant } from '@parley/contract/schemas';
import { systemRows } from '../../db/system-rows.ts';
import type { StoredSession } from '../table.ts';

/** A session with the present role of its member and the present status of its tenant. */
export interface KnownSession
  extends Omit<StoredSession, 'hash' | 'ip' | 'userAgent' | 'createdAt'> {
  readonly tenantId: string;
  /** The role of the member; null when the member no longer exists. */
  readonly role: MemberRole | null;
  readonly active: number | null;
  /** The name of the member; null in the tenant of a client, which does not know the members of its agency. */
  readonly name: string | null;
  readonly tenantStatus: Tenant['status'];
  readonly suspendedAt: string | null;
}

/** Finds the session with the hash of a token, before the tenant is known. */
export const findSession = systemRows<{ hash: string; at: string }, KnownSession>(
  'find-session',
  {
    access: 'read',
    text: `
      select s.id, s.tenant_id as "tenantId", s.account_id as "accountId", s.user_id as "userId",
        s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", u.active,
        case when s.grant_id is null then u.name end as name,
        s.grant_id as "grantId", s.home_tenant_id as "homeTenantId",
        case when s.grant_id is null then u.role
          when g.id is not null and h.status = 'active' and u.role <> 'member' then 'admin' end
          as role,
        t.status as "tenantStatus", t.suspended_at as "suspendedAt"
      from sessions s
      join tenants t on t.tenant_id = s.tenant_id
      left join users u
        on u.tenant_id = coalesce(s.home_tenant_id, s.tenant_id) and u.id = s.user_id
          and u.account_id = s.account_id
      left join tenants h on h.tenant_id = s.home_tenant_id
      left join agency_grants g
        on g.tenant_id = s.tenant_id and g.id = s.grant_id and g.revoked_at is null
          and (g.expires_at is null or g.expires_at > $1)
      where s.hash = $2`,
  },
  ({ at, hash }) => [at, hash],
);

/** Lists the sessions of an account in all tenants, the newest first. */
export const sessionsOfAccount = systemRows<{ accountId: string }, Omit<Session, 'current'>>(
  'sessions-of-account',
  {
    access: 'read',
    text: `
      select s.id, s.tenant_id as "tenantId", t.name as "tenantName", s.ip,
        s.user_agent as "userAgent", s.created_at as "createdAt",
        s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"
      from sessions s join tenants t on t.tenant_id = s.tenant_id
      where s.account_id = $1 order by s.created_at desc, s.id desc limit 100`,
  },
  ({ accountId }) => [accountId],
);

interface Ended {
  readonly id: string;
}

/** Ends one session of an account, in any tenant. */
export const endSession = systemRows<{ accountId: string; id: string }, Ended>(
  'end-session',
  { access: 'write', text: 'delete from sessions where account_id = $1 and id = $2 returning id' },
  ({ accountId, id }) => [accountId, id],
);

/** Ends the session with the hash of a token. */
export const endSessionOfToken = systemRows<{ hash: string }, Ended>(
  'end-session-of-token',
  { access: 'write', text: 'delete from sessions where hash = $1 returning id' },
  ({ hash }) => [hash],
);

/** Ends all sessions of an account but one. */
export const endOtherSessions = systemRows<{ accountId: string; except: string }, Ended>(
  'end-other-sessions',
  { access: 'write', text: 'delete from sessions where account_id = $1 and id <> $2 returning id' },
  ({ accountId, except }) => [accountId, except],
);

interface Old {
  readonly accountId: string;
  readonly now: string;
  readonly seenBefore: string;
  /** How many sessions remain at most. */
  readonly most: number;
}

/** Removes the sessions of an account that have ended, and the oldest ones above the number `most`. */
export const removeOldSessions = systemRows<Old, Ended>(
  'remove-old-sessions',
  {
    access: 'write',
    text: `
      delete from sessions where account_id = $1 and (expires_at <= $2 or last_seen_at <= $3
        or id in (select id from sessions where account_id = $4
                  order by created_at desc, id desc limit 1000 offset $5))
      returning id`,
  },
  ({ accountId, now, seenBefore, most }) => [accountId, now, seenBefore, accountId, most],
);
