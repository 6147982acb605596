import { ServiceError } from '@parley/contract/schemas';
import { hourMs } from './durations.ts';

/** The time without use after which a session ends, in milliseconds. */
export const idleSessionMs = 12 * hourMs;
/** The time after which a session ends in any case, in milliseconds. */
export const wholeSessionMs = 7 * 24 * hourMs;
/** The interval at which the time of a session's last request is stored, in milliseconds. */
export const seenEveryMs = 60_000;
/** The maximum number of sessions of one account. A further sign-in ends the oldest one. */
export const maxSessions = 50;
/** How long the link works that `parley serve` prints to create the first account, in milliseconds. */
export const setupLinkMs = hourMs / 2;
/** How long a link works with which an operator lets a user set a new password, in milliseconds. */
export const resetLinkMs = 24 * hourMs;
/** How long a link works that the server sends by mail to set a new password, in milliseconds. */
export const mailedResetLinkMs = hourMs;
/** The quota of requests for mails with such links from one network address. */
export const resetRequestQuota = { limit: 20, windowSeconds: 3600 } as const;
/** The quota of mails with links for new passwords to one account, over all network addresses. */
export const mailedResetQuota = { limit: 3, windowSeconds: 3600 } as const;
/** How long a person may take to sign in at the provider of the single sign-on, in milliseconds. */
export const ssoFlowMs = hourMs / 6;
/** The quota of mails with invitations from one tenant, and from an agency to the owners of its new clients. */
export const sentInvitationQuota = { limit: 100, windowSeconds: 86_400 } as const;
/** The quota of mails with invitations to one address, from all tenants. */
export const receivedInvitationQuota = { limit: 5, windowSeconds: 86_400 } as const;
/**
 * The quota of failed sign-ins to one account from one network address. Over `windowSeconds`, the used attempts become
 * available again one by one.
 */
export const failedSignInQuota = { limit: 5, windowSeconds: 900 } as const;

interface SessionTimes {
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** Returns whether a session has ended by itself: it was not used for 12 hours, or is 7 days old. */
export function hasEnded({ lastSeenAt, expiresAt }: SessionTimes, at: string): boolean {
  return expiresAt <= at || Date.parse(at) - Date.parse(lastSeenAt) >= idleSessionMs;
}

export interface LinkTimes {
  readonly usedAt: string | null;
  readonly expiresAt: string;
}

/** Returns a one-time link. Throws SVC-LINK-INVALID when it does not exist, was used, or has expired. */
export function requireLink<Link extends LinkTimes>(link: Link | undefined, at: string): Link {
  if (!link) throw new ServiceError('SVC-LINK-INVALID', { reason: 'unknown' });
  if (link.usedAt !== null) throw new ServiceError('SVC-LINK-INVALID', { reason: 'used' });
  if (link.expiresAt <= at) throw new ServiceError('SVC-LINK-INVALID', { reason: 'expired' });
  return link;
}

/** Returns an email address in the form in which accounts store it. */
export function accountEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A person as the provider of the single sign-on knows it. */
export interface SsoPerson {
  readonly email: string | undefined;
  /** Whether the provider has checked that the address belongs to the person. */
  readonly isVerified: boolean;
}

/**
 * Returns why a person of the provider may not sign in; undefined when it may. `domains` are those of the addresses that
 * the provider may vouch for; undefined for all.
 */
export function ssoRefusal(
  { email, isVerified }: SsoPerson,
  domains: readonly string[] | undefined,
): 'sso_unverified' | 'sso_unknown' | undefined {
  if (email === undefined || !isVerified) return 'sso_unverified';
  const domain = accountEmail(email).split('@').at(-1) ?? '';
  return domains && !domains.includes(domain) ? 'sso_unknown' : undefined;
}

interface Browser {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The header `Sec-Fetch-Site`. */
  readonly fetchSite: string | undefined;
}

/**
 * Throws SVC-FORBIDDEN unless a page of this server sent the request. The header `Origin` decides or, without it,
 * `Sec-Fetch-Site`. A request with neither comes from no browser that the console supports.
 */
export function requireOwnPage({ host, origin, fetchSite }: Browser, publicUrl?: string): void {
  const isOwn =
    origin === undefined
      ? fetchSite === 'same-origin'
      : origin === originOf(publicUrl) || (host !== undefined && hostOf(origin) === host);
  if (!isOwn) throw new ServiceError('SVC-FORBIDDEN', { reason: 'cross_site' });
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}

function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@]+)$/.exec(origin)?.[1];
}
