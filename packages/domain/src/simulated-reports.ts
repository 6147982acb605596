import {
  providerErrorOf,
  providerFailure,
  type SimulateStatusBody,
} from '@parley/contract/schemas';
import {
  type MessageState,
  type MessageStep,
  messageTransitions,
  type Report,
  reported,
} from './message-steps.ts';
import { checkTransition } from './refusals.ts';

/**
 * Returns the step for a body of `POST /channels/{id}/simulate/status`. Throws SVC-INVALID-TRANSITION for a message of a
 * customer: networks report the status of outbound messages only.
 */
export function simulatedStep(
  state: MessageState,
  body: SimulateStatusBody,
  now: string,
): MessageStep {
  const { message, channel } = state;
  if (message.direction === 'inbound')
    checkTransition('message', messageTransitions, message, body.status);
  return reported(state, simulatedReport(body, channel.provider, now), now);
}

function simulatedReport(
  { status, error, category, timestamp }: SimulateStatusBody,
  provider: string,
  now: string,
): Report {
  const at = timestamp ?? now;
  if (status !== 'failed') return { status, at, category };
  const { providerCode = null, providerMessage = null } = error ?? {};
  const known = providerErrorOf('whatsapp', providerCode ?? '');
  return {
    status,
    at,
    category,
    failure: providerFailure({ provider, providerCode, providerMessage, error: known }),
  };
}
