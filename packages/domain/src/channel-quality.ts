import type { ChannelQuality } from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { givenFields, isSame } from './fields.ts';

/** The quality of a channel as a provider reports it. Absent fields keep their values. */
export type QualityReport = {
  readonly [Name in 'rating' | 'messagingLimit']?: ChannelQuality[Name] | undefined;
};

/** Returns the channel with the quality that its provider reports. */
export function withQuality(
  before: StoredChannel,
  report: QualityReport,
  at: string,
): StoredChannel {
  const given = givenFields(report);
  if (Object.keys(given).length === 0) return before;
  const { rating = 'unknown', messagingLimit = null, updatedAt = at } = before.quality ?? {};
  const known = { rating, messagingLimit, updatedAt };
  const after = { ...known, ...given };
  if (before.quality && isSame(known, after)) return before;
  return { ...before, quality: { ...after, updatedAt: at } };
}

/** A report of a webhook about the business account of a channel. */
export type NumberReport = QualityReport & {
  /** The display number that `rating` applies to. `messagingLimit` applies to all numbers of the business. */
  readonly number?: string;
};

/**
 * Returns the part of a report that applies to a channel: its limit, and its rating only if the report names the
 * channel's number.
 */
export function reportFor(
  { address }: Pick<StoredChannel, 'address'>,
  { number = '', rating, messagingLimit }: NumberReport,
): QualityReport {
  const isOwn = address !== null && digitsOf(address) === digitsOf(number);
  return { messagingLimit, ...(isOwn && { rating }) };
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
