import * as z from 'zod';
import { timestamp } from './timestamps.ts';
import { webhookLimits } from './webhook-limits.ts';

const secretText = z.string().describe('`whsec_` and base64.');

export const webhookSecret = z
  .object({
    secret: secretText,
    previous: z
      .array(
        z.object({
          secret: secretText,
          expiresAt: timestamp.describe('Time until which this secret also signs.'),
        }),
      )
      .describe('Secrets that were rotated and still sign, the newest first.'),
  })
  .describe('Secrets that verify the signatures of an endpoint.');
export type WebhookSecret = z.infer<typeof webhookSecret>;

export const rotateWebhookSecretBody = z
  .object({
    overlapHours: z
      .int()
      .min(0)
      .max(webhookLimits.overlapHours.max)
      .default(webhookLimits.overlapHours.default)
      .describe('Hours for which the old secret also signs. 0 = all old secrets expire at once.'),
  })
  .describe('Options of the rotation.');
export type RotateWebhookSecretBody = z.infer<typeof rotateWebhookSecretBody>;
