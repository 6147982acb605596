import * as z from 'zod';
import { locationInput, mediaInput, promptInput, reactionInput } from './content-inputs.ts';
import { inboundOnlyTypes, type mediaTypes } from './message-kinds.ts';
import { templateInput } from './template-content.ts';
import { filledText } from './text-inputs.ts';

// The content of a message to send, by its type. The limits here are the highest of all networks. The capabilities of a
// channel have the limits of its network, and packages/domain enforces them.

const caption = z.string().min(1).max(6_000).optional().describe('Caption of the file.');

const typeOf = <Type extends (typeof mediaTypes)[number]>(type: Type) =>
  z.literal(type).describe(`Message with a file of the kind \`${type}\`.`);

/** The fields of each message type. */
export const outgoingContents = {
  text: {
    type: z.literal('text').describe('Text message.'),
    text: filledText().describe('Text to send. The channel limits its length.'),
  },
  template: {
    type: z.literal('template').describe('Template message.'),
    template: templateInput,
  },
  image: { type: typeOf('image'), media: mediaInput, caption },
  video: { type: typeOf('video'), media: mediaInput, caption },
  audio: {
    type: typeOf('audio'),
    media: mediaInput,
    voice: z
      .boolean()
      .optional()
      .describe('Whether the network shows the audio file as a voice message. Default: false.'),
  },
  document: {
    type: typeOf('document'),
    media: mediaInput,
    caption,
    filename: z
      .string()
      .min(1)
      .max(240)
      .optional()
      .describe('File name that the customer sees. Only WhatsApp shows it.'),
  },
  sticker: { type: typeOf('sticker'), media: mediaInput },
  location: {
    type: z.literal('location').describe('A location.'),
    location: locationInput,
  },
  reaction: {
    type: z.literal('reaction').describe('A reaction to a message of this conversation.'),
    reaction: reactionInput,
  },
  interactive: {
    type: z.literal('interactive').describe('Text with buttons, a list or a link.'),
    interactive: promptInput,
  },
  // Types that no network lets a business send. The schema accepts them, so that the error (422) can say why.
  unsendable: {
    type: z.enum(inboundOnlyTypes).describe('A type that customers can send, but you cannot.'),
  },
} as const;
