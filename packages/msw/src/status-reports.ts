import type { Message, SimulateStatusBody } from '@parley/contract';
import { checkSimulates, notFoundIn, type StoredChannel, simulatedStep } from '@parley/domain';
import { applyStep, stateOf } from './message-steps.ts';
import { toMessage } from './record-answers.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

/**
 * Handles `POST /channels/{id}/simulate/status`: applies a status report to a message. Throws SVC-NOT-FOUND when the
 * channel does not have the message, and SVC-INVALID-TRANSITION for a message of a customer.
 */
export function reportStatus(
  store: Store,
  channel: StoredChannel,
  body: SimulateStatusBody,
): Message {
  checkSimulates(channel);
  const message = getRecord(store.messages, 'message', body.messageId);
  if (message.channelId !== channel.id) throw notFoundIn('channel', 'message', message.id);
  applyStep(store, message, simulatedStep(stateOf(store, message), body, store.now()));
  return toMessage(store, message);
}
