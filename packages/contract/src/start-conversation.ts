import * as z from 'zod';
import { addressInput } from './address-input.ts';
import { idInput } from './ids.ts';
import { oneOfTwo } from './one-of-two.ts';

export const createConversationBody = oneOfTwo(
  z.object({
    channelId: idInput('channel').describe('ID of the channel of the conversation.'),
    contactId: idInput('contact')
      .optional()
      .describe(
        'ID of the contact. The address is that of the newest conversation with the contact on this channel, else the one linked last, else `phone` on WhatsApp.',
      ),
    to: addressInput.optional(),
  }),
  ['contactId'],
  'to',
).describe('The customer of a conversation: a contact or an address.');
export type CreateConversationBody = z.infer<typeof createConversationBody>;
