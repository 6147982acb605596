import * as z from 'zod';
import { idInput } from './ids.ts';
import { interactiveKind, mediaTypes, messageCategoryPattern } from './message-kinds.ts';
import { message } from './messages.ts';
import { shortJson } from './text-inputs.ts';
import { timestampInput } from './timestamps.ts';
import { variants } from './variants.ts';

const optionalText = z.string().min(1).max(255).optional();

const optional = (max: number) => z.string().max(max).nullable().default(null);

const inboundBase = {
  from: z.string().min(1).max(256).describe('Address of the customer on this network.'),
  externalId: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe(
      "The provider's ID of the message. If a message has this ID already, nothing changes. Default: a new ID.",
    ),
  profileName: z.string().min(1).max(255).optional().describe('Name in the customer’s profile.'),
  timestamp: timestampInput
    .optional()
    .describe('Time at which the customer sent the message. Default: now.'),
  replyTo: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe("The provider's ID of the message that the customer quotes."),
  referral: z
    .object({
      sourceType: optional(32).describe('Kind of the source, such as `ad` or `post`.'),
      sourceId: optional(256).describe("The network's ID of the ad or post."),
      sourceUrl: optional(2_048).describe('Address of the ad or post.'),
      headline: optional(256).describe('Title of the ad.'),
      clickId: optional(256).describe('ID of the click, for reports to the ad platform.'),
    })
    .optional()
    .describe('The ad, post or link that led the customer to the conversation.'),
};

export const simulateInboundBody = variants('type', [
  z.object({
    type: z.literal('text').describe('Text message.'),
    text: z.string().min(1).max(10_000).describe('What the customer wrote.'),
    ...inboundBase,
  }),
  z.object({
    type: z.literal('location').describe('A location.'),
    location: z
      .object({
        latitude: z.number().min(-90).max(90).describe('Degrees north.'),
        longitude: z.number().min(-180).max(180).describe('Degrees east.'),
        name: optional(255).describe('Name of the place.'),
        address: optional(500).describe('Address of the place.'),
      })
      .describe('Location that the customer shared.'),
    ...inboundBase,
  }),
  z.object({
    type: z.literal('interactive').describe('A tap on a button or on a row of a list.'),
    interactive: z
      .object({
        kind: interactiveKind,
        id: optional(256).describe('ID that you gave to the chosen button or row.'),
        title: optional(256).describe('Label of the button or row.'),
        payload: optional(1_000).describe('Payload of the button.'),
      })
      .describe('The button or row that the customer chose.'),
    ...inboundBase,
  }),
  z.object({
    type: z
      .enum(mediaTypes)
      .describe('A file. The sandbox downloads nothing, so the file keeps the status `pending`.'),
    text: z.string().min(1).max(10_000).optional().describe('Caption of the file.'),
    media: z
      .object({
        mimeType: optionalText.describe('MIME type of the file, such as `image/jpeg`.'),
        filename: optionalText.describe('File name.'),
      })
      .optional()
      .describe('The file.'),
    ...inboundBase,
  }),
  z.object({
    type: z.literal('reaction').describe('A reaction to a message.'),
    reaction: z
      .object({
        externalId: z
          .string()
          .min(1)
          .max(256)
          .describe("The provider's ID of the message that the customer reacts to."),
        emoji: z
          .string()
          .min(1)
          .max(32)
          .nullable()
          .describe('The emoji; null removes the reaction.'),
      })
      .describe('The reaction of the customer.'),
    ...inboundBase,
  }),
  z.object({
    type: z
      .enum(['contacts', 'order', 'share', 'system'])
      .describe("Content that the API shows as the provider's own object."),
    providerContent: shortJson(z.record(z.string(), z.unknown())).describe(
      "The object of the item in the provider's own form.",
    ),
    ...inboundBase,
  }),
  z.object({
    type: z
      .literal('unsupported')
      .describe('A message whose content the network does not pass on.'),
    ...inboundBase,
  }),
]).describe('A message from a customer to a sandbox channel.');
export type SimulateInboundBody = z.infer<typeof simulateInboundBody>;

export const simulatedInbound = z
  .object({
    duplicate: z
      .boolean()
      .describe(
        'Whether a message with this `externalId` already existed. If so, nothing changed.',
      ),
    message,
  })
  .describe('The received message.');
export type SimulatedInbound = z.infer<typeof simulatedInbound>;

export const simulateStatusBody = z
  .object({
    messageId: idInput('message'),
    status: z.enum(['sent', 'delivered', 'read', 'failed']).describe('Reported status.'),
    error: z
      .object({
        providerCode: z.string().min(1).max(32).describe('A WhatsApp error code, such as 131026.'),
        providerMessage: z.string().max(500).optional().describe("The provider's error text."),
      })
      .optional()
      .describe('Reason of the failure; only with `failed`.'),
    category: z
      .string()
      .regex(messageCategoryPattern)
      .optional()
      .describe('Category by which WhatsApp bills the message, such as `marketing`.'),
    timestamp: timestampInput.optional().describe('Time of the report. Default: now.'),
  })
  .describe(
    'A status report for an outbound message of a sandbox channel. Reports can come in any order and any number of times.',
  );
export type SimulateStatusBody = z.infer<typeof simulateStatusBody>;
