import { defineTable, flag, plain, whole } from '../db/table.ts';

/** A person who can sign in. Belongs to the installation, and is a member of any number of tenants. */
export interface StoredAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** The encrypted secret of the authenticator app; null without one. */
  readonly totpSealed: string | null;
  /** Whether a sign-in needs a code. False until a first code has confirmed the secret. */
  readonly totp: boolean;
  /** The period of the last code that was used. */
  readonly totpStep: number;
  /** The tenant in which the account worked last. */
  readonly lastTenantId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const accountsTable = defineTable<StoredAccount>()('accounts', {
  fields: {
    id: plain,
    email: plain,
    name: plain,
    passwordHash: plain,
    totpSealed: plain,
    totp: flag,
    totpStep: whole,
    lastTenantId: plain,
    createdAt: plain,
    updatedAt: plain,
  },
});

interface OneTimeLink {
  readonly hash: string;
  readonly kind: 'setup' | 'password_reset';
  readonly accountId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** The links of the first start and those for new passwords. The links of invitations are in `invitations`. */
export const oneTimeLinksTable = defineTable<OneTimeLink>()('one_time_links', {
  fields: {
    hash: plain,
    kind: plain,
    accountId: plain,
    createdAt: plain,
    expiresAt: plain,
    usedAt: plain,
  },
});

export interface StoredSession {
  readonly id: string;
  readonly hash: string;
  readonly accountId: string;
  readonly userId: string;
  /** The grant under which a member of an agency works in the tenant of a client; null = none. */
  readonly grantId: string | null;
  /** The tenant of the member, if it is another one; null = the tenant of the session. */
  readonly homeTenantId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

export const sessionsTable = defineTable<StoredSession>()('sessions', {
  fields: {
    id: plain,
    hash: plain,
    accountId: plain,
    userId: plain,
    grantId: plain,
    homeTenantId: plain,
    ip: plain,
    userAgent: plain,
    createdAt: plain,
    lastSeenAt: plain,
    expiresAt: plain,
  },
});
