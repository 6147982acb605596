import type { Message } from '@parley/contract/schemas';
import type { ChannelRow } from '../../channels/table.ts';
import type { ConversationRow } from '../../conversations/table.ts';
import type { NewEvent } from '../../db/statements/append-events.ts';
import type { Idempotency, StoredAnswer } from '../../tenancy/idempotency.ts';
import type { MessageRow } from '../table.ts';
import { type ThreadRow, timelineId } from './message-step.ts';

export type ThreadChannel = Pick<
  ChannelRow,
  'id' | 'type' | 'status' | 'status_reason' | 'address' | 'settings'
>;
export type ThreadConversation = Pick<
  ConversationRow,
  'id' | 'contact_id' | 'address' | 'last_inbound_at' | 'sent_since_inbound'
>;

export interface Accepted {
  row: MessageRow;
  /** The row as the API answers it. */
  message: Message;
  /** The text that the conversation shows of it. */
  lastMessageText: string | null;
  /** What the idempotency record keeps; not made when there is none to keep. */
  answer: StoredAnswer | undefined;
}

export interface AcceptInput {
  channelId: string;
  /** The recipient as each network spells it: which one it is, the channel tells. */
  addresses: Readonly<Record<ChannelRow['type'], string | null>>;
  /** Else the newest conversation of the address. */
  conversationId: string | undefined;
  idempotency: Idempotency | undefined;
  /** Inside a transaction the caller records the event, at its end. */
  writesEvents: boolean;
  decide(channel: ThreadChannel, conversation: ThreadConversation): Accepted | Error;
  /** Asked for only when an endpoint waits for `message.queued`. */
  queuedEvent(accepted: Accepted, thread: ThreadRow): QueuedEvent;
}

type QueuedEvent = Omit<NewEvent, 'tenantId'>;

export type AcceptOutput =
  /** `deliveries`: its event, written with it, goes to webhook endpoints. */
  | { kind: 'accepted'; accepted: Accepted; event?: QueuedEvent; deliveries?: boolean }
  | { kind: 'recorded'; answer: StoredAnswer }
  | { kind: 'refused'; error: Error }
  | { kind: 'no_thread' }
  /** An equal key was met that had no effect, or none any more: ask again. */
  | { kind: 'undecided' };

export const firstTimelineId = timelineId(1);

/** Whether an enabled endpoint of this tenant names the quiet event of what is accepted. */
export const isAwaited = (tenant: string) =>
  `exists (select 1 from webhook_subscriptions s
     where s.tenant_id = ${tenant} and s.pattern = 'message.queued')`;

/** The job that sends it; those of one conversation run in their order. */
export function deliveryOf(row: Pick<MessageRow, 'id' | 'conversation_id' | 'created_at'>) {
  return {
    name: 'deliver-message',
    payload: `{"messageId":"${row.id}"}`,
    orderKey: row.conversation_id,
    delayMs: 0,
    createdAt: row.created_at,
  };
}
