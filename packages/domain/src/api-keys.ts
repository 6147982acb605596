import type { ApiKey, ListApiKeysQuery, Quota } from '@parley/contract/schemas';
import { refuseIssuedKey } from './agency-grants.ts';
import { hourMs } from './durations.ts';
import { endingStatus } from './ending.ts';
import { anyOf, custom, type Filters } from './filters.ts';
import { checkLimit, invalidTransition } from './refusals.ts';
import type { ChangeEvent, Made } from './rules.ts';

/** A stored API key: without its secret, and without the fields that depend on the time and the installation. */
export interface StoredApiKey extends Omit<ApiKey, 'status' | 'createdBy' | 'rateLimit'> {
  readonly createdByType: ApiKey['createdBy']['type'];
  readonly createdById: string | null;
  /** The quota of the key, or null if the quota of the installation applies. */
  rateLimit: number | null;
  rateWindowSeconds: number | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly createdBy: ApiKey['createdBy'];
  /** The grant under which an agency issues the key. */
  readonly grantId?: string | undefined;
  /** The quota of the key. Default: the quota of the installation. */
  readonly rateLimit?: Quota | undefined;
  readonly expiresAt?: string | undefined;
}

/** The maximum number of active keys of a tenant. */
export const maxActiveKeys = 50;

/** Throws SVC-LIMIT-REACHED when a tenant already has the maximum number of active keys. */
export function checkActiveKeys(active: number): void {
  checkLimit('activeApiKeys', { count: active, max: maxActiveKeys });
}

/** The query of a list of keys. When an agency lists keys, `createdById` limits the list to the keys that it issued. */
export type ApiKeysQuery = ListApiKeysQuery & { createdById?: readonly string[] };

export const apiKeyFilters: Filters<StoredApiKey, ApiKeysQuery> = {
  status: custom,
  createdById: anyOf('createdById'),
};

export function newApiKey(
  secret: string,
  { name, createdBy, grantId, rateLimit, expiresAt }: NewApiKey,
  { id, at }: Made,
): StoredApiKey {
  return {
    id,
    name,
    hint: hintOf(secret),
    createdByType: createdBy.type,
    createdById: createdBy.id,
    grantId: grantId ?? null,
    rateLimit: rateLimit?.limit ?? null,
    rateWindowSeconds: rateLimit?.windowSeconds ?? null,
    lastUsedAt: null,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    createdAt: at,
  };
}

export function quotaOf(
  { rateLimit, rateWindowSeconds }: Pick<StoredApiKey, 'rateLimit' | 'rateWindowSeconds'>,
  installation: Quota,
): Quota {
  if (rateLimit === null || rateWindowSeconds === null) return installation;
  return { limit: rateLimit, windowSeconds: rateWindowSeconds };
}

export function shownApiKey(
  key: StoredApiKey,
  { at, quota }: { readonly at: string; readonly quota: Quota },
): ApiKey {
  const { id, name, hint, createdByType, createdById, grantId } = key;
  const { lastUsedAt, expiresAt, revokedAt } = key;
  return {
    id,
    name,
    hint,
    status: endingStatus(key, at),
    createdBy: { type: createdByType, id: createdById },
    grantId,
    rateLimit: quotaOf(key, quota),
    lastUsedAt,
    expiresAt,
    revokedAt,
    createdAt: key.createdAt,
  };
}

/**
 * Throws SVC-FORBIDDEN when the calling key belongs to a grant, and the key to revoke belongs to another grant or to
 * none.
 */
export function checkRevocation(grantId: string | null, key: Pick<ApiKey, 'grantId'>): void {
  if (grantId !== key.grantId) refuseIssuedKey(grantId);
}

/**
 * Throws unless a member may rotate a key: SVC-FORBIDDEN for a key that an agency issued, and SVC-INVALID-TRANSITION
 * for one that is not active.
 */
export function checkRotation({ id, grantId, status }: ApiKey): void {
  refuseIssuedKey(grantId);
  if (status === 'active') return;
  throw invalidTransition({
    resource: 'apiKey',
    id,
    from: status,
    action: 'rotate',
    allowed: ['active'],
  });
}

const graceHours = { '1h': 1, '24h': 24, '7d': 7 * 24 } as const;

/**
 * Returns when the old key of a rotation expires: never later than it would without the rotation. Returns undefined
 * when it ends at once.
 */
export function graceEnd(
  grace: '0' | keyof typeof graceHours,
  { expiresAt }: Pick<ApiKey, 'expiresAt'>,
  nowMs: number,
): string | undefined {
  if (grace === '0') return undefined;
  const end = new Date(nowMs + graceHours[grace] * hourMs).toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

/** Returns the event of a revocation. Do not call it for a key that was revoked before. */
export function revokedEvent({ status }: ApiKey): ChangeEvent<ApiKey> {
  return { type: 'api_key.revoked', previous: { status, revokedAt: null } };
}

// `prl_live_` + 32 base62 characters (190 bits) + 6 base62 characters: the CRC-32 of all characters before them. With
// the checksum, a scanner recognizes a leaked key, and the server refuses a mistyped key without a query.

const prefix = 'prl_live_';
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The number of random characters in a key. */
export const secretLength = 32;
const checksumLength = 6;
const form = /^prl_live_[0-9A-Za-z]{38}$/;

/** Returns the key with these random characters (base 62): prefix, random characters, checksum. */
export function keyOf(random: string): string {
  return `${prefix}${random}${checksumOf(prefix + random)}`;
}

/** Returns whether a text has the form and the checksum of a key. */
export function isWellFormedKey(key: string): boolean {
  return form.test(key) && checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** Returns the text with everything masked that looks like a key: also parts of keys and percent-encoded keys. */
export function maskKeys(text: string): string {
  return text.replace(/(?:p|%[57]0)(?:r|%[57]2)(?:l|%[46]c)(?:_|%5f)[\w%]+/gi, 'prl_…');
}

/** Returns the part of a key that records show. Users recognize the key by it, but cannot use it. */
export function hintOf(key: string): string {
  return `${prefix}…${key.slice(-4)}`;
}

/** Returns the CRC-32 of an ASCII text, in base 62. */
function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  let rest = ~crc >>> 0;
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = base62[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});
