import * as z from 'zod';
import { textOrNull } from './nullable.ts';
import { timestamp } from './timestamps.ts';

// Fields that a message from a customer can have besides its content.

const reactions = z
  .array(
    z.object({
      from: z.string().describe('Address of the person who reacted.'),
      emoji: z.string().describe('The emoji.'),
      at: timestamp.describe('Time of the reaction.'),
    }),
  )
  .describe(
    'Reactions to this message: the latest one of each person, and at most the latest 100.',
  );

const messageReferral = z
  .object({
    sourceType: textOrNull('Kind of the source, such as `ad` or `post`.'),
    sourceId: textOrNull("The network's ID of the ad or post."),
    sourceUrl: textOrNull('Address of the ad or post.'),
    headline: textOrNull('Title of the ad.'),
    clickId: textOrNull('ID of the click, for reports to the ad platform.'),
  })
  .describe('The ad, post or link that led the customer to the conversation.');

const providerContent = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    "The provider's own object, for content that Parley has no fields for: contacts, orders, shared posts, answered stories, system messages and unsupported types. Its fields are the provider's and may change.",
  );

const warnings = z
  .array(
    z.object({
      code: z
        .enum(['window_quota'])
        .describe(
          '`window_quota`: the customer has not answered as many messages as the network is known to allow. New values may be added.',
        ),
      message: z.string().describe('Human-readable explanation.'),
    }),
  )
  .describe('Reasons why the network may refuse this message, known when it was accepted.');

export const messageDetails = {
  reactions,
  referral: messageReferral
    .nullable()
    .describe('The ad, post or link that led the customer to the conversation; null = none.'),
  providerContent,
  warnings,
};

/** The description of `details` of the error of a message. */
export const factsOfError =
  'More facts; the fields depend on the code. Empty if the provider refused the message or reported its failure, or if its file could not be sent; SVC-PROVIDER-ERROR always has details. If it is empty, read `providerCode`, `providerMessage`, `reason` and `scope`.';
