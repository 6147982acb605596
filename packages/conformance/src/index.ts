import { afterAll, beforeAll, describe } from 'vitest';
import { describeApiKeys } from './api-keys.ts';
import { describeBadInput } from './bad-input.ts';
import { describeBoundaries } from './boundaries.ts';
import { describeChannels } from './channels.ts';
import { describeContacts } from './contacts.ts';
import { describeConversations } from './conversations/conversations.ts';
import { describeEventLog } from './event-log.ts';
import { describeEventTypes } from './event-types.ts';
import { describeEvents } from './events.ts';
import { describeEveryEndpoint } from './every-endpoint/every-endpoint.ts';
import { describeKnowledge } from './knowledge/knowledge.ts';
import { describeMessages } from './messages/messages.ts';
import type { StartTarget, Target } from './target.ts';
import { describeWebhooks } from './webhooks/webhooks.ts';

export type {
  KeyOptions,
  Receive,
  ReceivedRequest,
  Receiver,
  ReceiverAnswer,
  StartTarget,
  Target,
  TenantOptions,
  TestKey,
  TestTenant,
} from './target.ts';

/** What every client may rely on, as tests against one kind of target. */
export function describeConformance(name: string, start: StartTarget): void {
  describe.concurrent(name, { timeout: 30_000 }, () => {
    let running: Target;
    let paused: Target;
    beforeAll(async () => {
      [running, paused] = await Promise.all([start(), start()]);
      await paused.pause();
    }, 60_000);
    afterAll(() => Promise.all([running?.close(), paused?.close()]));

    const targets = { running: () => running, paused: () => paused, start };
    describeEveryEndpoint(targets.paused);
    describeBadInput(targets.paused);
    describeBoundaries(targets);
    describeChannels(targets);
    describeMessages(targets);
    describeContacts(targets);
    describeConversations(targets);
    describeApiKeys(targets);
    describeEvents(targets);
    describeEventLog(targets);
    describeEventTypes(targets);
    describeKnowledge(targets);
    describeWebhooks(targets);
  });
}
