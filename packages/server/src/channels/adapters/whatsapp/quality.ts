import type { ChannelQuality } from '@parley/contract/schemas';
import type { QualityReport } from '@parley/domain';
import * as z from 'zod';
import { qualityOf } from './template-parts.ts';

export const qualityFields = 'quality_rating,whatsapp_business_manager_messaging_limit';

const phoneNumber = z.object({
  quality_rating: z.string().nullish(),
  whatsapp_business_manager_messaging_limit: z.unknown().optional(),
});

/** Returns the quality in Meta's description of a phone number. */
export function qualityReport(json: unknown): QualityReport {
  const read = phoneNumber.safeParse(json);
  if (!read.success) return {};
  const { quality_rating: rating, whatsapp_business_manager_messaging_limit: limit } = read.data;
  return { rating: qualityOf(rating) ?? undefined, messagingLimit: messagingLimitOf(limit) };
}

/**
 * Returns a limit of Meta, which states it as a tier such as `TIER_2K` or as a number, -1 for none; undefined for an
 * unknown form.
 */
export function messagingLimitOf(
  value: unknown,
): NonNullable<ChannelQuality['messagingLimit']> | undefined {
  const text = String(value).replace(/^TIER_/, '');
  if (text === 'UNLIMITED' || text === '-1') return 'unlimited';
  const [, digits, thousands] = /^(\d{1,9})(K?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (thousands ? 1_000 : 1);
}
