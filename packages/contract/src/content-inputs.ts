import * as z from 'zod';
import { idInput } from './ids.ts';
import { type OneOfTwo, oneOfTwo } from './one-of-two.ts';
import { filledText } from './text-inputs.ts';
import { variants } from './variants.ts';

// The limits here are the highest of all networks. The capabilities of a channel have the limits of its network.

const filled = (most: number) => filledText(z.string().max(most));

const mediaFields = z.object({
  id: idInput('media')
    .optional()
    .describe('ID of an uploaded or received file, `med_…`. The server passes its bytes on.'),
  url: z
    .url({ protocol: /^https$/, error: 'must be an https:// URL' })
    .max(2_048)
    .optional()
    .describe(
      'Public `https://` address of the file. For WhatsApp and TikTok, the server downloads it; for Instagram, the provider does.',
    ),
});
type MediaInput = OneOfTwo<z.infer<typeof mediaFields>, 'id', 'url'>;
/** Declared by name, so that the declarations of messages do not repeat it. */
export interface MediaInputSchema extends z.ZodType<MediaInput, MediaInput> {}
export const mediaInput: MediaInputSchema = oneOfTwo(mediaFields, ['id'], 'url').describe(
  'File to send: the `id` of a stored file, or a `url`.',
);
const header = filled(60).optional().describe('Title above the message text.');
const footer = filled(60).optional().describe('Small text below the message text.');
const body = filled(6_000).describe('Text of the message. The channel limits its length.');
const option = {
  id: z
    .string()
    .min(1)
    .max(256)
    .describe('Your ID of the button or row. The answer of the customer contains it.'),
  title: filled(40).describe('Label. The channel limits its length.'),
};

export const promptInput = variants('kind', [
  z.object({
    kind: z.literal('buttons').describe('Reply buttons.'),
    text: body,
    header,
    footer,
    buttons: z
      .array(z.object(option))
      .min(1)
      .max(13)
      .describe('The buttons, with different IDs and titles.'),
  }),
  z.object({
    kind: z.literal('list').describe('A list that opens when the customer taps a button.'),
    text: body,
    header,
    footer,
    button: filled(20).describe('Label of the button that opens the list.'),
    sections: z
      .array(
        z.object({
          title: filled(24).optional().describe('Title; required when there are several sections.'),
          rows: z
            .array(
              z.object({
                ...option,
                description: filled(72).optional().describe('Text below the title of the row.'),
              }),
            )
            .min(1)
            .max(10)
            .describe('The rows of the section, with different IDs.'),
        }),
      )
      .min(1)
      .max(10)
      .describe('Sections of the list, with at most 10 rows in total.'),
  }),
  z.object({
    kind: z.literal('cta_url').describe('A button that opens a link.'),
    text: body,
    header,
    footer,
    button: filled(20).describe('Label of the button.'),
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
      .max(2_000)
      .describe('Address that the button opens.'),
  }),
]).describe('Buttons, a list or a link.');

export const locationInput = z
  .object({
    latitude: z.number().min(-90).max(90).describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).describe('Degrees east.'),
    name: filled(255).optional().describe('Name of the place.'),
    address: filled(500).optional().describe('Address of the place.'),
  })
  .describe('Location to send.');

/** Matches one emoji: a flag, a keycap, or a picture with its skin tone and the pictures that are joined to it. */
const oneEmoji =
  /^(?:\p{RI}{2}|[#*\d]\ufe0f?\u20e3|\p{ExtPict}(?:[\ufe0e\ufe0f]|\p{EMod})?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}(?:\ufe0f|\p{EMod})?)*)$/u;

export const reactionInput = z
  .object({
    messageId: idInput('message').describe('Message of this conversation to react to.'),
    // The pattern is not in the OpenAPI document: few languages know its classes of characters.
    emoji: z
      .string()
      .min(1, { abort: true })
      .max(32, { abort: true })
      .refine((text) => oneEmoji.test(text), 'must be one emoji')
      .nullable()
      .describe('One emoji, such as 👍; null removes the reaction.'),
  })
  .describe('The reaction.');
