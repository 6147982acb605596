import * as z from 'zod';

export const inboundOnlyTypes = [
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'order',
  'share',
  'system',
  'unsupported',
] as const;

export const messageType = z
  .enum(['text', 'template', ...inboundOnlyTypes])
  .describe('Outbound: text or template. Inbound: text and the others. New types may be added.');
export const messageDirection = z
  .enum(['inbound', 'outbound'])
  .describe('`inbound`: from the customer. `outbound`: to the customer.');
export const messageSourceType = z
  .enum(['api', 'inbox', 'broadcast', 'flow', 'ticket', 'echo', 'contact'])
  .describe('Origin of the message.');
export const messageTag = z
  .enum(['human_agent'])
  .describe('Instagram: a person answers, within seven days of the last inbound message.');
export const interactiveKind = z
  .enum(['button_reply', 'list_reply', 'flow_reply', 'template_button'])
  .describe('Kind of interactive element.');
