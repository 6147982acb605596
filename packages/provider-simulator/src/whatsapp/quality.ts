import type { Account, World } from '../world.ts';

/** The rating of a number, and the messaging limit of its business as a tier: `TIER_2K`. */
export type Quality = Account['quality'];

/** Changes the quality of a number, and reports it by webhook as Meta does. */
export function changeQuality(
  { accounts, outbox, now }: World,
  account: Account,
  { rating, limit }: Partial<Quality>,
): void {
  const report = (field: string, value: object) =>
    outbox.add('whatsapp', account.app, {
      id: account.ownerId,
      time: Math.floor(now() / 1_000),
      changes: [{ field, value }],
    });
  if (limit !== undefined) {
    // All numbers of the business share the limit.
    const numbers = accounts.filter(({ ownerId }) => ownerId === account.ownerId);
    for (const { quality } of numbers) quality.limit = limit;
    const max_daily_conversations_per_business = sizeOf(limit);
    report('business_capability_update', {
      max_daily_conversations_per_business,
      max_phone_numbers_per_waba: 25,
    });
  }
  if (rating === undefined) return;
  account.quality.rating = rating;
  // The webhook does not state the rating, only whether it is low.
  report('phone_number_quality_update', {
    display_phone_number: account.address,
    event: rating === 'RED' ? 'FLAGGED' : 'UNFLAGGED',
    max_daily_conversations_per_business: account.quality.limit,
  });
}

function sizeOf(tier: string): number {
  const [, digits, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return digits === undefined ? -1 : Number(digits) * (thousands ? 1_000 : 1);
}
