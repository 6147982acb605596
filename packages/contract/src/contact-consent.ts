import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy } from './query.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

export const consentScope = z
  .enum(['marketing', 'all'])
  .describe('`marketing`: marketing messages only. `all`: every message.');
export type ConsentScope = z.infer<typeof consentScope>;

const consentSource = z
  .enum(['api', 'keyword', 'provider', 'inbox', 'import'])
  .describe(
    'How the decision was given. `inbox`: by a member in the console. `keyword`: by a message or a button. `import`: by a CSV import, or before the contact had the address.',
  );

export const consentState = z
  .object({
    status: z
      .enum(['unknown', 'opted_in', 'opted_out'])
      .describe('`unknown`: the contact has not decided; messages are sent.'),
    at: timeOrNull('Time of the decision; null = unknown.'),
    source: consentSource.nullable(),
    channelType: channelType
      .nullable()
      .describe('Network on which the decision was given; null = none.'),
  })
  .describe('What a contact has decided about one kind of messages.');
export type ConsentState = z.infer<typeof consentState>;

export const consentFilter = z
  .enum([
    'marketing:unknown',
    'marketing:opted_in',
    'marketing:opted_out',
    'all:unknown',
    'all:opted_in',
    'all:opted_out',
  ])
  .describe('A kind of messages, and what a contact has decided about it.');

export const contactConsent = z
  .object({
    marketing: consentState.describe('Marketing messages.'),
    all: consentState.describe('Every message.'),
  })
  .describe('Which messages the contact allows.');
export type ContactConsent = z.infer<typeof contactConsent>;

export const changeConsentBody = z
  .object({
    scope: consentScope,
    channelType: channelType
      .nullish()
      .describe('Network on which the contact decided. Default: none.'),
    reason: textInput(500)
      .nullish()
      .describe('Why or how the contact decided, for the history. Default: none.'),
  })
  .describe('What the contact has decided.');
export type ChangeConsentBody = z.infer<typeof changeConsentBody>;

export class ConsentSchema extends named(
  'A decision of a contact about messages. It never changes; the newest one of each scope counts.',
  {
    id: id('consent'),
    contactId: id('contact'),
    scope: consentScope,
    status: z.enum(['opted_in', 'opted_out']).describe('What the contact decided.'),
    source: consentSource,
    channelType: channelType
      .nullable()
      .describe('Network on which the decision was given; null = none.'),
    messageId: idOrNull(
      'message',
      'ID of the message by which the contact decided, or for which the network reported the decision; null = none.',
    ),
    reason: textOrNull('The `reason` of the request; null = none.'),
    effectiveAt: timestamp.describe('Time of the decision.'),
    createdAt: timestamp.describe('Time at which the decision was recorded.'),
  },
) {}
export const consent = new ConsentSchema();
export type Consent = z.infer<typeof consent>;

export const listConsentsQuery = pageQuery
  .extend({
    scope: anyOf(consentScope).optional().describe('Only decisions about any of these scopes.'),
    ...createdRange,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which decisions of a contact to list.');
export type ListConsentsQuery = z.infer<typeof listConsentsQuery>;

export const consentPage = page(consent).describe('A page of decisions of a contact.');
