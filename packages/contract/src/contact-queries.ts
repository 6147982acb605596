import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { consentFilter } from './contact-consent.ts';
import { withoutSeparators } from './contact-formats.ts';
import { lifecycle } from './contact-inputs.ts';
import { customFieldFilter } from './custom-values.ts';
import { pageQuery } from './pagination.ts';
import { anyOf, contactSearch, flag, idFilter, sortedBy, textFilter, timeRanges } from './query.ts';
import { timestampInput } from './timestamps.ts';

/**
 * Returns a phone number in E.164. A `+` that is not encoded in a query string arrives as a space, which counts as `+`.
 */
function toPhone(value: string): string {
  return `+${withoutSeparators(value).replace(/^\+/, '')}`;
}

export const listContactsQuery = pageQuery
  .extend({
    q: contactSearch('the name, first and last name, phone, email or externalId'),
    phone: anyOf(z.string().min(1).max(32).transform(toPhone))
      .optional()
      .describe(
        'Only contacts with one of these phone numbers. Separators are removed; `+` is optional.',
      ),
    email: textFilter(254)
      .optional()
      .describe('Only contacts with one of these email addresses, ignoring case.'),
    externalId: textFilter(255)
      .optional()
      .describe('Only contacts with one of these `externalId` values.'),
    tag: textFilter(64).optional().describe('Only contacts with at least one of these tags.'),
    tagAll: textFilter(64).optional().describe('Only contacts with all of these tags.'),
    tagNone: textFilter(64).optional().describe('Only contacts with none of these tags.'),
    lifecycle: anyOf(lifecycle)
      .optional()
      .describe('Only contacts in any of these lifecycle stages.'),
    ownerId: idFilter()
      .optional()
      .describe('Only contacts of any of these users; `none` = contacts without an owner.'),
    channelType: anyOf(channelType)
      .optional()
      .describe('Only contacts with an address on any of these networks.'),
    windowOpen: idFilter()
      .optional()
      .describe('Only contacts whose messaging window is open on any of these channels.'),
    consent: anyOf(consentFilter)
      .optional()
      .describe(
        'Only contacts with any of these decisions: a scope and a status, such as `marketing:opted_out`.',
      ),
    customField: customFieldFilter('contacts'),
    blocked: flag
      .optional()
      .describe('True: only blocked contacts. False: only those that are not blocked.'),
    archived: flag
      .default(false)
      .describe('False: only contacts that are not archived. True: only archived ones.'),
    ...timeRanges,
    lastInboundAfter: timestampInput
      .optional()
      .describe('Only contacts whose last message arrived at this time or later.'),
    lastInboundBefore: timestampInput
      .optional()
      .describe(
        'Only contacts whose last message arrived before this time. Contacts that never wrote are not included.',
      ),
    sort: sortedBy('-createdAt', 'createdAt', 'updatedAt', '-updatedAt', '-lastSeenAt', 'name'),
  })
  .describe('Which contacts to list.');
export type ListContactsQuery = z.infer<typeof listContactsQuery>;

export const exportContactsQuery = listContactsQuery
  .omit({ cursor: true, limit: true, sort: true })
  .describe('Which contacts to export.');
export type ExportContactsQuery = z.infer<typeof exportContactsQuery>;
