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
          expiresAt: timestamp.describe('Until then it signs too.'),
        }),
      )
      .describe('Secrets that were rotated and still sign, the newest first.'),
  })
  .describe('What verifies the signatures of an endpoint.');
export type WebhookSecret = z.infer<typeof webhookSecret>;

export const rotateWebhookSecretBody = z
  .object({
    overlapHours: z
      .int()
      .min(0)
      .max(webhookLimits.overlapHours.max)
      .default(webhookLimits.overlapHours.default)
      .describe(
        'How long the secret of before signs beside the new one; 0 = it ends at once, and so do older ones.',
      ),
  })
  .describe('How to go over to a new secret.');
export type RotateWebhookSecretBody = z.infer<typeof rotateWebhookSecretBody>;
