import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { timestamp } from './timestamps.ts';

export const consentScope = z
  .enum(['marketing', 'all'])
  .describe('`marketing`: marketing messages only. `all`: every message.');
export type ConsentScope = z.infer<typeof consentScope>;

export const consentState = z
  .object({
    status: z
      .enum(['unknown', 'opted_in', 'opted_out'])
      .describe('`unknown`: nobody has said anything; messages are sent.'),
    at: timestamp.nullable().describe('Time of the decision; null = unknown.'),
    source: z
      .enum(['api', 'keyword', 'provider', 'inbox', 'import'])
      .nullable()
      .describe('How the decision was given. `keyword`: by a message or a button.'),
    channelType: channelType.nullable().describe('Network on which it was given; null = none.'),
  })
  .describe('What a contact has decided about one kind of messages.');
export type ConsentState = z.infer<typeof consentState>;

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
      .nullable()
      .optional()
      .describe('Network on which the contact said so. Default: none.'),
  })
  .describe('What the contact has decided.');
export type ChangeConsentBody = z.infer<typeof changeConsentBody>;
