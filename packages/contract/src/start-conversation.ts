import * as z from 'zod';
import { addressInput } from './address-input.ts';
import { idInput } from './ids.ts';

export const createConversationBody = z
  .object({
    channelId: idInput('channel').describe('ID of the channel of the conversation.'),
    contactId: idInput('contact')
      .optional()
      .describe(
        'ID of the contact. The address is that of the newest conversation with the contact on this channel, else the one linked last, else `phone` on WhatsApp.',
      ),
    to: addressInput.optional(),
  })
  .superRefine(({ contactId, to }, context) => {
    if ((contactId === undefined) !== (to === undefined)) return;
    const [code, message] =
      to === undefined
        ? ['required', 'must be given when `to` is not']
        : ['invalid_format', 'must be omitted when `to` is given: send one of the two'];
    context.addIssue({ code: 'custom', path: ['contactId'], message, params: { code } });
  })
  .meta({ oneOf: [{ required: ['contactId'] }, { required: ['to'] }] })
  .describe('The customer of a conversation: a contact or an address.');
export type CreateConversationBody = z.infer<typeof createConversationBody>;
