import * as z from 'zod';
import { timestamp } from './timestamps.ts';
import { webhookLimits } from './webhook-limits.ts';

const secretText = z.string().describe('Secret: `whsec_` and base64.');

export const webhookSecret = z
  .object({
    secret: secretText,
    previous: z
      .array(
        z.object({
          secret: secretText,
          expiresAt: timestamp.describe(
            'Time until which the server signs with this older secret, beside the current one.',
          ),
        }),
      )
      .describe('Older secrets with which the server still signs, newest first.'),
  })
  .describe(
    'The secrets of a webhook endpoint: the current one, and older ones with which the server also signs until they expire.',
  );
export type WebhookSecret = z.infer<typeof webhookSecret>;

export const rotateWebhookSecretBody = z
  .object({
    overlapHours: z
      .int()
      .min(0)
      .max(webhookLimits.overlapHours.max)
      .default(webhookLimits.overlapHours.default)
      .describe(
        'Hours during which the old secrets also sign. 0 = all old secrets expire at once.',
      ),
  })
  .describe('Options of the rotation.');
export type RotateWebhookSecretBody = z.infer<typeof rotateWebhookSecretBody>;
