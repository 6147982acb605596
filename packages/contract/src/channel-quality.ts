import * as z from 'zod';
import { timestamp } from './timestamps.ts';

export const channelQuality = z
  .object({
    rating: z
      .enum(['green', 'yellow', 'red', 'unknown'])
      .describe(
        'Rating that the provider derives from the reactions of customers. The provider limits a number that stays `red`.',
      ),
    messagingLimit: z
      .union([z.int(), z.literal('unlimited')])
      .nullable()
      .describe(
        'Customers to whom the business may write first within 24 hours, from all its numbers together; null = not known.',
      ),
    updatedAt: timestamp.describe('Time at which the rating or the limit last changed.'),
  })
  .describe('Quality and limit of a WhatsApp number, as the provider reports them.');
export type ChannelQuality = z.infer<typeof channelQuality>;
