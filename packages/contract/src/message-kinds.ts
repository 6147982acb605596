import * as z from 'zod';

export const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The message types that a business can send on at least one network. */
export const sendableTypes = [
  'text',
  'template',
  ...mediaTypes,
  'location',
  'reaction',
  'interactive',
] as const;
export type SendableType = (typeof sendableTypes)[number];

export const inboundOnlyTypes = ['contacts', 'order', 'share', 'system', 'unsupported'] as const;

export const messageType = z
  .enum([...sendableTypes, ...inboundOnlyTypes])
  .describe(
    'Kind of content. `capabilities.content.types` of a channel lists what it sends. New types may be added.',
  );
export const messageDirection = z
  .enum(['inbound', 'outbound'])
  .describe('`inbound`: from the customer. `outbound`: to the customer.');
export const messageSourceType = z
  .enum(['api', 'inbox', 'broadcast', 'flow', 'ticket', 'consent', 'echo', 'contact'])
  .describe(
    'Origin of the message. `inbox`: sent by a member in the console. `consent`: confirms an opt-out or opt-in; `source.id` is the message of the contact that caused it. `echo`: sent by the business in another app. `contact`: sent by the contact.',
  );
/** Matches the category of a message as WhatsApp names it. */
export const messageCategoryPattern = /^[a-z][a-z_]{0,39}$/;

export const messageCategory = z
  .string()
  .describe(
    'Category of a message on WhatsApp, such as `marketing`, `utility`, `authentication` or `service`. Open enum: new values may be added; handle unknown ones.',
  );

export const messageTag = z
  .enum(['human_agent'])
  .describe(
    'Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound message, instead of 24 hours. Other networks, and reactions, refuse it.',
  );
export const interactiveKind = z
  .enum(['button_reply', 'list_reply', 'flow_reply', 'template_button'])
  .describe('Kind of interactive element.');
export const promptKind = z
  .enum(['buttons', 'list', 'cta_url'])
  .describe('Reply buttons, a list to choose from, or a button that opens a link.');
export type PromptKind = z.infer<typeof promptKind>;
