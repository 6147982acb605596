// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { BadInput } from '../bad-input/row.ts';
import { badHeaders } from '../bad-input/headers.ts';
import { badPaths, badQueries } from '../bad-input/queries.ts';
import { badCannedResponses } from '../canned-responses.ts';
import { badChannelConnections } from '../channel-connections.bad-input.ts';
import { badChannels } from '../channels.bad-input.ts';
import { badContacts } from '../contacts.bad-input.ts';
import { badConversations } from '../conversations/bad-input.ts';
import { badKnowledge } from '../knowledge/bad-input.ts';
import { badContents } from '../messages/bad-contents.ts';
import { badMessages } from '../messages/bad-input.ts';
import { badWebhooks } from '../webhooks/bad-bodies.ts';
import { badReceivers } from '../webhooks/bad-rules.ts';

/** One row per mistake that a caller can make. */
export const badInputs: readonly BadInput[] = [
  ...badHeaders,
  ...badQueries,
  ...badPaths,
  ...badCannedResponses,
  ...badChannelConnections,
  ...badChannels,
  ...badContacts,
  ...badConversations,
  ...badKnowledge,
  ...badContents,
  ...badMessages,
  ...badWebhooks,
  ...badReceivers,
];
