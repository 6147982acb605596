import * as z from 'zod';
import { mediaTypes, promptKind, sendableTypes } from './message-kinds.ts';

// The content that each network accepts, by message type. Sources: Meta's documentation of the Cloud API and of
// Instagram messaging; for TikTok, its rules as integrators report them.

export const textLimit = z
  .object({
    limit: z.int().describe('Maximum length of a text.'),
    unit: z.enum(['characters', 'bytes']).describe('Unit of `limit`; bytes are UTF-8.'),
  })
  .describe('Maximum length of a text.');
export type TextLimit = z.infer<typeof textLimit>;

const whole = (description: string) => z.int().describe(description);

export const contentCapabilities = z
  .object({
    types: z.array(z.enum(sendableTypes)).describe('Types of messages that the channel sends.'),
    replies: z
      .array(z.enum(sendableTypes))
      .describe('Types of messages that can quote another message with `replyToMessageId`.'),
    media: z
      .array(
        z.object({
          type: z.enum(mediaTypes).describe('Type of the message.'),
          mimeTypes: z.array(z.string()).describe('MIME types that the network accepts.'),
          maxBytes: whole('Maximum size of a file in bytes.'),
          maxStillBytes: whole(
            'Maximum size of a file without animation in bytes; null = `maxBytes`.',
          ).nullable(),
          caption: z.boolean().describe('Whether the file can have a caption.'),
        }),
      )
      .describe('Limits of files, one entry for each type of message.'),
    maxCaption: textLimit.nullable().describe('Maximum length of a caption; null = no captions.'),
    voice: z.boolean().describe('Whether audio can be shown as a voice message.'),
    prompts: z
      .array(
        z.object({
          kind: promptKind,
          maxText: textLimit,
          maxOptions: whole('Maximum number of buttons, or of rows in all sections.'),
          maxTitle: whole('Maximum length of the title of an option, in characters.'),
          maxId: whole('Maximum length of the ID of an option, in characters.'),
          headerAndFooter: z
            .boolean()
            .describe('Whether the message can have a `header` and a `footer`.'),
        }),
      )
      .describe('Limits of interactive messages.'),
  })
  .describe('Content that the network accepts, with its limits.');
export type ContentCapabilities = z.infer<typeof contentCapabilities>;

const megabyte = 1_048_576;
/** Files without a caption, and with the same maximum size whether they are animated or not. */
const plain = { maxStillBytes: null, caption: false };
/** The same files with a caption. */
const captioned = { maxStillBytes: null, caption: true };
const characters = (limit: number): TextLimit => ({ limit, unit: 'characters' });

export const whatsappContent: ContentCapabilities = {
  types: [...sendableTypes],
  replies: sendableTypes.filter((type) => type !== 'reaction'),
  media: [
    { type: 'image', mimeTypes: ['image/jpeg', 'image/png'], maxBytes: 5 * megabyte, ...captioned },
    {
      type: 'video',
      mimeTypes: ['video/mp4', 'video/3gpp'],
      maxBytes: 16 * megabyte,
      ...captioned,
    },
    {
      type: 'audio',
      mimeTypes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
      maxBytes: 16 * megabyte,
      ...plain,
    },
    { type: 'document', mimeTypes: ['*/*'], maxBytes: 100 * megabyte, ...captioned },
    {
      type: 'sticker',
      mimeTypes: ['image/webp'],
      maxBytes: 500 * 1_024,
      maxStillBytes: 100 * 1_024,
      caption: false,
    },
  ],
  maxCaption: characters(1_024),
  voice: true,
  prompts: [
    {
      kind: 'buttons',
      maxText: characters(1_024),
      maxOptions: 3,
      maxTitle: 20,
      maxId: 256,
      headerAndFooter: true,
    },
    {
      kind: 'list',
      maxText: characters(4_096),
      maxOptions: 10,
      maxTitle: 24,
      maxId: 200,
      headerAndFooter: true,
    },
    {
      kind: 'cta_url',
      maxText: characters(1_024),
      maxOptions: 1,
      maxTitle: 20,
      maxId: 0,
      headerAndFooter: true,
    },
  ],
};

export const instagramContent: ContentCapabilities = {
  types: ['text', 'image', 'video', 'audio', 'document', 'reaction', 'interactive'],
  replies: ['text', 'image', 'video', 'audio', 'document', 'interactive'],
  media: [
    { type: 'image', mimeTypes: ['image/png', 'image/jpeg'], maxBytes: 8 * megabyte, ...plain },
    {
      type: 'video',
      mimeTypes: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'],
      maxBytes: 25 * megabyte,
      ...plain,
    },
    {
      type: 'audio',
      mimeTypes: ['audio/aac', 'audio/mp4', 'audio/wav'],
      maxBytes: 25 * megabyte,
      ...plain,
    },
    { type: 'document', mimeTypes: ['application/pdf'], maxBytes: 25 * megabyte, ...plain },
  ],
  maxCaption: null,
  voice: false,
  prompts: [
    {
      kind: 'buttons',
      maxText: { limit: 1_000, unit: 'bytes' },
      maxOptions: 13,
      maxTitle: 20,
      maxId: 256,
      headerAndFooter: false,
    },
    {
      kind: 'cta_url',
      maxText: characters(640),
      maxOptions: 1,
      maxTitle: 20,
      maxId: 0,
      headerAndFooter: false,
    },
  ],
};

export const tiktokContent: ContentCapabilities = {
  types: ['text', 'image', 'interactive'],
  replies: ['text'],
  media: [
    { type: 'image', mimeTypes: ['image/jpeg', 'image/png'], maxBytes: 3 * megabyte, ...plain },
  ],
  maxCaption: null,
  voice: false,
  prompts: [
    // A title of more than 20 characters needs the other one of the two kinds of cards.
    {
      kind: 'buttons',
      maxText: characters(40),
      maxOptions: 3,
      maxTitle: 40,
      maxId: 40,
      headerAndFooter: false,
    },
  ],
};
