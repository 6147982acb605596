import * as z from 'zod';
import { eventPattern, eventTypes } from './event-names.ts';
import { timestampInput } from './timestamps.ts';
import { webhookAttemptError } from './webhook-deliveries.ts';

export const testWebhookBody = z
  .object({
    type: z
      .enum(eventTypes)
      .default('webhook.test')
      .describe('The type whose example is sent. The endpoint need not be subscribed to it.'),
  })
  .describe('What to try a webhook endpoint with.');
export type TestWebhookBody = z.infer<typeof testWebhookBody>;

export const webhookTestResult = z
  .object({
    delivered: z.boolean().describe('Whether the answer was a 2xx.'),
    statusCode: z.number().int().nullable().describe('Status of the answer; null = none came.'),
    durationMs: z.number().int().describe('From the look-up of the name to the end.'),
    responseSnippet: z
      .string()
      .nullable()
      .describe('The beginning of the answer, at most 1 kB; null = none came.'),
    error: webhookAttemptError.nullable().describe('What went wrong; null = nothing.'),
  })
  .describe('What became of a test.');
export type WebhookTestResult = z.infer<typeof webhookTestResult>;

export const replayWebhookBody = z
  .object({
    since: timestampInput.describe('Events from this time on.'),
    until: timestampInput.optional().describe('Events before this time; absent = until now.'),
    types: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .optional()
      .describe('Only these types or groups, of those that the endpoint is sent.'),
    onlyFailed: z
      .boolean()
      .default(true)
      .describe('False: also what was delivered already, under the same `webhook-id`.'),
  })
  .describe('Which past events to send.');
export type ReplayWebhookBody = z.infer<typeof replayWebhookBody>;

export const webhookReplay = z
  .object({ count: z.number().int().describe('Events that will be sent.') })
  .describe('How much a replay will send.');
export type WebhookReplay = z.infer<typeof webhookReplay>;
