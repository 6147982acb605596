import * as z from 'zod';
import { idInput } from './ids.ts';
import { inboundOnlyTypes, messageTag } from './message-kinds.ts';
import { metadataInput } from './metadata.ts';
import { templateInput } from './template-content.ts';

const content = {
  replyToMessageId: idInput('message')
    .optional()
    .describe('Message of this conversation to reply to.'),
  messageTag: messageTag.optional(),
  metadata: metadataInput.optional(),
};
const addressee = {
  channelId: idInput('channel').describe('The channel to send on.'),
  to: z
    .string()
    .min(1)
    .max(256)
    .describe(
      'WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user id; TikTok: the conversation id.',
    ),
};
const textContent = {
  type: z.literal('text').describe('Text message.'),
  text: z
    .string()
    .refine((value) => value.trim() !== '', {
      message: 'must not be blank',
      params: { code: 'too_short' },
    })
    .meta({ pattern: '\\S' })
    .describe('Text to send. The channel limits its length.'),
  ...content,
};
const templateContent = {
  type: z.literal('template').describe('Template message.'),
  template: templateInput,
  ...content,
};
// Known types that no one can send: they pass the schema so that the answer can say why (422).
const unsendable = { type: z.enum(inboundOnlyTypes).describe('Received messages only.') };

export const sendMessageBody = z
  .discriminatedUnion('type', [
    z.object({ ...addressee, ...textContent }),
    z.object({ ...addressee, ...templateContent }),
    z.object({ ...addressee, ...unsendable }).meta({ refused: true }),
  ])
  .describe('A message to one recipient.');
export type SendMessageBody = z.infer<typeof sendMessageBody>;

export const sendConversationMessageBody = z
  .discriminatedUnion('type', [
    z.object(textContent),
    z.object(templateContent),
    z.object(unsendable).meta({ refused: true }),
  ])
  .describe('A message to the customer of a conversation.');
export type SendConversationMessageBody = z.infer<typeof sendConversationMessageBody>;
