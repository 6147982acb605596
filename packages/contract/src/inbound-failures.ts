import * as z from 'zod';
import { at, exampleIds, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy } from './query.ts';
import { timestamp } from './timestamps.ts';

export const inboundFailureStatus = z
  .enum(['retrying', 'failed', 'kept'])
  .describe(
    '`retrying`: the server tries again. `failed`: given up after the last attempt. `kept`: this version of the server cannot handle such an item.',
  );
export type InboundFailureStatus = z.infer<typeof inboundFailureStatus>;

/** The longest fragment that the API shows, in characters of JSON. */
export const shownFragmentLength = 16_384;

export class InboundFailureSchema extends named(
  'An item of a provider webhook that the server received but did not handle.',
  {
    id: id('inboundFailure'),
    channelId: id('channel'),
    kind: z
      .string()
      .describe(
        'Kind of the item, such as `message` or `status`. Open enum: new kinds may be added; handle unknown ones.',
      ),
    status: inboundFailureStatus,
    reason: z
      .string()
      .describe('Why the item was not handled. Human-readable text; it may change.'),
    attempts: z.int().describe('Number of attempts that failed.'),
    fragment: z
      .record(z.string(), z.unknown())
      .describe(
        'The item in the provider\'s own form. The values of most fields are replaced by `…`, so that no text, name or number of a person shows. An item of more than 16,384 characters is shown as `{ "value": "…" }`.',
      ),
    receivedAt: timestamp.describe('Time at which the server received the webhook.'),
    lastAttemptAt: timestamp.describe('Time of the last attempt.'),
  },
) {}
export const inboundFailure = new InboundFailureSchema();
export type InboundFailure = z.infer<typeof inboundFailure>;

export const listInboundFailuresQuery = pageQuery
  .extend({
    status: anyOf(inboundFailureStatus).optional().describe('Items in any of these states.'),
    sort: sortedBy('-receivedAt', 'receivedAt'),
  })
  .describe('Which items to list.');
export type ListInboundFailuresQuery = z.infer<typeof listInboundFailuresQuery>;

export const inboundFailurePage = page(inboundFailure).describe('A page of items.');

const inboundFailureExample: InboundFailure = {
  id: exampleIds.inboundFailure,
  channelId: exampleIds.channel,
  kind: 'message',
  status: 'failed',
  reason: 'The server could not store the item. The error is in the log of the server.',
  attempts: 5,
  fragment: {
    object: 'whatsapp_business_account',
    entry: [{ id: '…', changes: [{ field: 'messages', value: { messages: [{ type: 'text' }] } }] }],
  },
  receivedAt: at(0),
  lastAttemptAt: at(10),
};

export const inboundFailureExamples = {
  inboundFailure: inboundFailureExample,
  inboundFailurePage: onePage(inboundFailureExample),
  listInboundFailuresQuery: { status: ['failed'], sort: '-receivedAt' },
} as const;
