import * as z from 'zod';
import { issuedApiKey } from '../agency-clients.record.ts';
import { idempotencyHeaders } from '../idempotency.ts';
import { idParams } from '../ids.ts';
import { textInput } from '../text-inputs.ts';

const keyName = textInput(255).describe('Name of the key.');

export const createApiKeyBody = z
  .object({
    name: keyName,
    expiresInSeconds: z
      .int()
      .min(1)
      .max(315_360_000)
      .optional()
      .describe('Seconds until the key expires. Default: it does not expire.'),
  })
  .describe('A new API key.');
export type CreateApiKeyBody = z.infer<typeof createApiKeyBody>;

export const rotationGrace = z
  .enum(['0', '1h', '24h', '7d'])
  .describe('How long the old key still works.');
export type RotationGrace = z.infer<typeof rotationGrace>;

export const rotateApiKeyBody = z.object({ grace: rotationGrace }).describe('A rotation of a key.');
export type RotateApiKeyBody = z.infer<typeof rotateApiKeyBody>;

const issued = { responses: { 201: issuedApiKey }, headers: idempotencyHeaders } as const;

// The public endpoints list and revoke the keys: they are also endpoints of the console.
export const apiKeysEndpoints = {
  create: {
    ...issued,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description: 'Only this response contains the key.',
    body: createApiKeyBody,
    metadata: {
      creates: 'apiKey',
      secrets: ['secret'],
      audits: 'api_key.created',
      errors: ['SVC-LIMIT-REACHED'],
    },
  },
  rotate: {
    ...issued,
    method: 'POST',
    path: '/api-keys/:id/rotate',
    summary: 'Replace an API key by a new one',
    description:
      'The new key has the name and the quota of the old one, which expires after the grace time, or earlier if it would expire earlier. Only this response contains the key.',
    pathParams: idParams('apiKey'),
    body: rotateApiKeyBody,
    metadata: {
      resource: 'apiKey',
      creates: 'apiKey',
      secrets: ['secret'],
      audits: 'api_key.rotated',
      errors: ['SVC-FORBIDDEN', 'SVC-INVALID-TRANSITION', 'SVC-LIMIT-REACHED'],
    },
  },
} as const;
