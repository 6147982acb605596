import type { ChannelProvider, ProviderError } from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { type ChannelError, restored } from './channels.ts';
import { dayMs, hourMs } from './durations.ts';

// Access tokens expire. The server renews a token, where the provider allows it, when a third of its lifetime is left.
// For other tokens, it warns users in time.

const warningsMs = [7 * dayMs, dayMs] as const;
/**
 * The age in milliseconds at which a token whose lifetime is unknown is first renewed. Instagram renews no token
 * younger than a day.
 */
const firstRenewalMs: Partial<Record<ChannelProvider, number>> = {
  instagram_graph: dayMs + hourMs,
};
/** How long the server waits before it repeats a renewal that failed for a temporary reason, in milliseconds. */
const renewalRetryMs = 10 * 60_000;
/** How long it waits after a refusal that is neither temporary nor about the account, in milliseconds. */
const refusedRenewalRetryMs = hourMs;

/** The time in milliseconds after which the longest tokens that can be renewed end: those of Instagram. */
const longestLifeMs = 60 * dayMs;

/**
 * The age in milliseconds from which a refused access token may have expired. The refusal of a younger token has
 * another reason.
 */
const renewableAfterMs = hourMs;

export interface TokenStep {
  readonly step: 'renew' | 'warn' | 'expire';
  readonly atMs: number;
}

/** Returns the next step for the token of a channel; undefined when the token never expires. */
export function nextTokenStep(
  { provider, credentials }: Pick<StoredChannel, 'provider' | 'credentials'>,
  nowMs: number,
): TokenStep | undefined {
  if (!credentials?.accessToken || credentials.updatedAt === null) return undefined;
  const { expiresAt, refreshable } = credentials;
  const sinceMs = Date.parse(credentials.updatedAt);
  if (expiresAt === null) {
    return refreshable
      ? { step: 'renew', atMs: sinceMs + (firstRenewalMs[provider] ?? 0) }
      : undefined;
  }
  const endMs = Date.parse(expiresAt);
  if (refreshable && nowMs < endMs) {
    return { step: 'renew', atMs: sinceMs + ((endMs - sinceMs) * 2) / 3 };
  }
  const warning = warningsMs.find((beforeMs) => nowMs < endMs - beforeMs);
  return warning === undefined
    ? { step: 'expire', atMs: endMs }
    : { step: 'warn', atMs: endMs - warning };
}

/**
 * Returns the next step after a failed renewal: a repeat, or a warning that is due before it. Undefined when the token
 * no longer works, so that the channel must stop.
 */
export function stepAfterRefusal(
  { credentials }: Pick<StoredChannel, 'credentials'>,
  error: ProviderError,
  nowMs: number,
): TokenStep | undefined {
  const endMs = endOf(credentials);
  const isOfAccount = error.code === 'SVC-CHANNEL-UNAVAILABLE';
  if (!error.automaticRetry && (isOfAccount || nowMs >= endMs)) return undefined;
  const repeatMs = nowMs + (error.automaticRetry ? renewalRetryMs : refusedRenewalRetryMs);
  const warnings = warningsMs.map((beforeMs) => endMs - beforeMs);
  const warningMs = warnings.find((atMs) => nowMs < atMs && atMs <= repeatMs);
  return warningMs === undefined
    ? { step: 'renew', atMs: repeatMs }
    : { step: 'warn', atMs: warningMs };
}

/** Returns when a token ends. A token whose end is unknown counts as one of Instagram. */
function endOf(credentials: StoredChannel['credentials']): number {
  const { expiresAt = null, updatedAt } = credentials ?? {};
  return expiresAt === null ? Date.parse(updatedAt ?? '') + longestLifeMs : Date.parse(expiresAt);
}

/**
 * Returns whether renewing the access token may end this error of a channel. True only for providers with refresh
 * tokens, which stay valid after the access token has expired.
 */
export function endsByRenewal(
  { credentials }: Pick<StoredChannel, 'credentials'>,
  { error }: Pick<ChannelError, 'error'>,
  nowMs: number,
): boolean {
  if (error.code !== 'SVC-CHANNEL-UNAVAILABLE' || error.reason !== 'auth') return false;
  if (!credentials?.refreshToken || !credentials.refreshable) return false;
  return nowMs - Date.parse(credentials.updatedAt ?? '') >= renewableAfterMs;
}

/** Returns the channel after the renewal of its token. An error of the earlier token has ended. */
export function withRenewedToken(
  before: StoredChannel,
  expiresAt: string | null,
  at: string,
): StoredChannel {
  const { credentials } = before;
  const after = before.statusReason === 'auth' ? restored(before) : before;
  return { ...after, credentials: credentials && { ...credentials, expiresAt, updatedAt: at } };
}
