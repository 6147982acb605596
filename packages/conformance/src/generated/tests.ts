// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Targets } from '../target.ts';
import { describeApiKeys } from '../api-keys.ts';
import { describeBoundaries } from '../boundaries.ts';
import { describeCannedResponses } from '../canned-responses.ts';
import { describeChannelConnections } from '../channel-connections.ts';
import { describeChannels } from '../channels.ts';
import { describeConsent } from '../consent.ts';
import { describeContacts } from '../contacts.ts';
import { describeConversations } from '../conversations/conversations.ts';
import { describeEventLog } from '../event-log.ts';
import { describeEventTypes } from '../event-types.ts';
import { describeEvents } from '../events.ts';
import { describeInboundFailures } from '../inbound-failures.ts';
import { describeKnowledge } from '../knowledge/knowledge.ts';
import { describeMedia } from '../media.ts';
import { describeMessages } from '../messages/messages.ts';
import { describeTemplates } from '../templates/templates.ts';
import { describeWebhooks } from '../webhooks/webhooks.ts';

/** The tests of every noun. */
export const nounTests: readonly ((targets: Targets) => void)[] = [
  describeApiKeys,
  describeBoundaries,
  describeCannedResponses,
  describeChannelConnections,
  describeChannels,
  describeConsent,
  describeContacts,
  describeConversations,
  describeEventLog,
  describeEventTypes,
  describeEvents,
  describeInboundFailures,
  describeKnowledge,
  describeMedia,
  describeMessages,
  describeTemplates,
  describeWebhooks,
];
