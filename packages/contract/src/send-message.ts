import * as z from 'zod';
import { idInput } from './ids.ts';
import { messageTag, sendableTypes } from './message-kinds.ts';
import { metadataInput } from './metadata.ts';
import { outgoingContents as contents } from './outgoing-content.ts';
import { timestampInput } from './timestamps.ts';
import { variants } from './variants.ts';

const common = {
  sendAt: timestampInput
    .optional()
    .describe(
      'Sends the message at this time, at most a year from now; until then it is `queued` and can be canceled. Default: now.',
    ),
  messageTag: messageTag.optional(),
  metadata: metadataInput.optional(),
};
const shared = {
  replyToMessageId: idInput('message')
    .optional()
    .describe('ID of a message of this conversation that the new message quotes.'),
  ...common,
};
const addressee = {
  channelId: idInput('channel').describe('ID of the channel that sends the message.'),
  to: z
    .string()
    .min(1)
    .max(256)
    .describe(
      'WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user id; TikTok: the conversation id.',
    ),
};

/** The types that cannot be sent get their own error, which says so. */
const listed = { error: `must be one of ${sendableTypes.join(', ')}` };

export const sendMessageBody = variants(
  'type',
  [
    z.object({ ...addressee, ...contents.text, ...shared }),
    z.object({ ...addressee, ...contents.template, ...shared }),
    z.object({ ...addressee, ...contents.image, ...shared }),
    z.object({ ...addressee, ...contents.video, ...shared }),
    z.object({ ...addressee, ...contents.audio, ...shared }),
    z.object({ ...addressee, ...contents.document, ...shared }),
    z.object({ ...addressee, ...contents.sticker, ...shared }),
    z.object({ ...addressee, ...contents.location, ...shared }),
    z.object({ ...addressee, ...contents.reaction, ...common }),
    z.object({ ...addressee, ...contents.interactive, ...shared }),
    z.object({ ...addressee, ...contents.unsendable, ...common }).meta({ refused: true }),
  ],
  listed,
).describe('A message to one recipient.');
export type SendMessageBody = z.infer<typeof sendMessageBody>;

export const sendConversationMessageBody = variants(
  'type',
  [
    z.object({ ...contents.text, ...shared }),
    z.object({ ...contents.template, ...shared }),
    z.object({ ...contents.image, ...shared }),
    z.object({ ...contents.video, ...shared }),
    z.object({ ...contents.audio, ...shared }),
    z.object({ ...contents.document, ...shared }),
    z.object({ ...contents.sticker, ...shared }),
    z.object({ ...contents.location, ...shared }),
    z.object({ ...contents.reaction, ...common }),
    z.object({ ...contents.interactive, ...shared }),
    z.object({ ...contents.unsendable, ...common }).meta({ refused: true }),
  ],
  listed,
).describe('A message to the customer of a conversation.');
export type SendConversationMessageBody = z.infer<typeof sendConversationMessageBody>;
