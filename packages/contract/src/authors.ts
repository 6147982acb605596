import * as z from 'zod';
import { textOrNull } from './nullable.ts';

export const author = z
  .object({
    type: z
      .enum(['api', 'member', 'contact', 'flow', 'system'])
      .describe('Who it was. `api`: a caller with an API key; `system`: the server itself.'),
    id: textOrNull('ID of the API key, user, contact or flow; null for the server.'),
    name: textOrNull('Display name at that time; null = unknown.'),
  })
  .describe('Who wrote a text or changed a record.');
export type Author = z.infer<typeof author>;
