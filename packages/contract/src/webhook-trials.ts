import * as z from 'zod';
import { eventPattern, eventTypes } from './event-names.ts';
import { timestampInput } from './timestamps.ts';
import { webhookAttemptError } from './webhook-deliveries.ts';

export const testWebhookBody = z
  .object({
    type: z
      .enum(eventTypes)
      .default('webhook.test')
      .describe('Type of the example event. The endpoint does not need to subscribe to it.'),
  })
  .describe('The test event to send.');
export type TestWebhookBody = z.infer<typeof testWebhookBody>;

export const webhookTestResult = z
  .object({
    delivered: z.boolean().describe('Whether the endpoint answered 2xx.'),
    statusCode: z
      .number()
      .int()
      .nullable()
      .describe('HTTP status of the answer; null = no answer.'),
    durationMs: z.number().int().describe('Duration from the DNS lookup to the end of the answer.'),
    responseSnippet: z
      .string()
      .nullable()
      .describe('First part of the answer, at most 1 kB; null = no answer.'),
    error: webhookAttemptError.nullable().describe('Error; null = success.'),
  })
  .describe('Result of a test.');
export type WebhookTestResult = z.infer<typeof webhookTestResult>;

export const replayWebhookBody = z
  .object({
    since: timestampInput.describe('Events from this time on.'),
    until: timestampInput.optional().describe('Only events before this time. Default: now.'),
    types: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .optional()
      .describe('Only these types or groups, out of the subscribed ones.'),
    onlyFailed: z
      .boolean()
      .default(true)
      .describe('False: also sends events that were delivered, with the same `webhook-id`.'),
  })
  .describe('Selection of past events.');
export type ReplayWebhookBody = z.infer<typeof replayWebhookBody>;

export const webhookReplay = z
  .object({
    count: z.number().int().describe('Events that will be sent.'),
    approximate: z
      .literal(true)
      .optional()
      .describe(
        'The range has more than 20,000 events: `count` is that of the newest 20,000. Absent otherwise.',
      ),
  })
  .describe('Size of a replay.');
export type WebhookReplay = z.infer<typeof webhookReplay>;
