import * as z from 'zod';
import { timestamp } from './timestamps.ts';

// What a message from a customer can carry besides its content.

const nullableText = z.string().nullable();

const reactions = z
  .array(
    z.object({
      from: z.string().describe('Address of the person who reacted.'),
      emoji: z.string().describe('The emoji.'),
      at: timestamp.describe('Time of the reaction.'),
    }),
  )
  .describe('Reactions to this message: the latest one of each person.');

const referral = z
  .object({
    sourceType: nullableText.describe('Kind of the source, such as `ad` or `post`.'),
    sourceId: nullableText.describe("The network's ID of the ad or post."),
    sourceUrl: nullableText.describe('Address of the ad or post.'),
    headline: nullableText.describe('Title of the ad.'),
    clickId: nullableText.describe('ID of the click, for reports to the ad platform.'),
  })
  .nullable()
  .describe('The ad, post or link that led the customer to the conversation.');

const providerContent = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    "The provider's own object, where Parley has no fields: contacts, orders, shared posts, answered stories, system messages and unsupported types. Its fields are the provider's and may change.",
  );

export const messageDetails = { reactions, referral, providerContent };
