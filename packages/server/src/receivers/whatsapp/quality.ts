import { messagingLimitOf } from '../../channels/adapters/whatsapp/quality.ts';
import { type Item, kept } from '../items.ts';
import { type Fields, textOf } from '../provider-json.ts';

const events = new Set([
  'ONBOARDING',
  'UPGRADE',
  'DOWNGRADE',
  'FLAGGED',
  'UNFLAGGED',
  'THROUGHPUT_UPGRADE',
]);

/** Returns the item of a report about the quality of a phone number, or about its limit. */
export function numberQualityItem(value: Fields): Item {
  const event = String(value['event']);
  const number = textOf(value['display_phone_number']);
  if (!events.has(event) || number === undefined)
    return kept(`phone_number_quality_update ${event}`);
  const { max_daily_conversations_per_business: present, current_limit: earlier } = value;
  // With more throughput, the earlier field states the throughput.
  const limit = present ?? (event === 'THROUGHPUT_UPGRADE' ? undefined : earlier);
  const rating = event === 'FLAGGED' ? 'red' : undefined;
  return { kind: 'quality', report: { number, rating, messagingLimit: messagingLimitOf(limit) } };
}

/** Returns the item of a changed limit of all phone numbers of the business. */
export function capabilityItem(value: Fields): Item {
  const { max_daily_conversations_per_business: present, max_daily_conversation_per_phone } = value;
  const messagingLimit = messagingLimitOf(present ?? max_daily_conversation_per_phone);
  if (messagingLimit === undefined) return kept('business_capability_update');
  return { kind: 'quality', report: { messagingLimit } };
}
