import * as z from 'zod';
import { eventPattern, eventTypes } from './event-names.ts';
import { textOrNull } from './nullable.ts';
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
    statusCode: z.int().nullable().describe('HTTP status of the answer; null = no answer.'),
    durationMs: z.int().describe('Milliseconds from the DNS lookup to the end of the answer.'),
    responseSnippet: textOrNull('First part of the answer, at most 1 kB; null = no answer.'),
    error: webhookAttemptError.nullable().describe('Error; null = success.'),
  })
  .describe('Result of a test.');
export type WebhookTestResult = z.infer<typeof webhookTestResult>;

export const replayWebhookBody = z
  .object({
    since: timestampInput.describe('Only events at this time or later.'),
    until: timestampInput.optional().describe('Only events before this time. Default: now.'),
    types: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Only events of these types or groups. The endpoint must subscribe to them. Default: all that it subscribes to.',
      ),
    onlyFailed: z
      .boolean()
      .default(true)
      .describe(
        'True: sends only events that the endpoint has not received. False: also sends delivered events, with the same `webhook-id`.',
      ),
  })
  .describe('Past events to send again.');
export type ReplayWebhookBody = z.infer<typeof replayWebhookBody>;

export const webhookReplay = z
  .object({
    count: z.int().describe('Number of events that the server will send.'),
    approximate: z
      .literal(true)
      .optional()
      .describe(
        'True when the range has more than 2,000 events: `count` then covers only the newest 2,000. Absent otherwise.',
      ),
  })
  .describe('Size of the replay.');
export type WebhookReplay = z.infer<typeof webhookReplay>;
