// Examples of schemas that belong to no resource.
import { channelCapabilities } from './capabilities.ts';
import type { ErrorEnvelope } from './errors.ts';
import { at, exampleIds } from './example-values.ts';

const errorEnvelope: ErrorEnvelope = {
  error: {
    code: 'SVC-NOT-FOUND',
    message: 'The tenant of this API key has no `channel` with this ID. Check the ID and the key.',
    details: { resource: 'channel', id: exampleIds.channel },
  },
};

export const platformExamples = {
  capabilities: channelCapabilities.whatsapp,
  pageQuery: { limit: 50 },
  tags: ['vip'],
  tagsInput: ['vip', 'wholesale'],
  contactTagsInput: ['vip', 'wholesale'],
  metadata: { plan: 'gold', orders: 12, newsletter: true },
  metadataInput: { plan: 'gold' },
  metadataPatch: { plan: null, orders: 13 },
  timestamp: at(0),
  timestampInput: '2026-11-20T06:30:00-03:00',
  validationIssue: { in: 'body', path: 'to', code: 'required', message: 'is required' },
  errorEnvelope,
} as const;
