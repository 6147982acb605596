import { type ProviderError, whatsappErrors } from './provider-errors.ts';

/** How the sandbox handles a message. The last digits of a recipient choose a failure; any other message is sent, delivered and read. */
export type SandboxOutcome =
  | { kind: 'accepted'; receipts: readonly ('delivered' | 'read')[] }
  | { kind: 'refused'; providerCode: string; error: ProviderError }
  | { kind: 'no_answer' };

/**
 * The ways in which the sandbox handles messages whose recipient has one of these endings. They are not error codes of
 * a provider.
 */
export const sandboxEndings = {
  '900200': 'Accepted, and nothing more is ever heard.',
  '900300': 'Accepted and delivered, never read.',
  '900408': 'The provider never answers: the outcome stays unknown.',
  '900500': 'Fails twice with a passing error (131016), then goes through.',
} as const;

const endingLength = 6;
const failuresBeforeSuccess = 2;

/**
 * Returns how the sandbox handles a message. The last six characters of the recipient decide this. A WhatsApp
 * error code gives that error; `sandboxEndings` lists the other endings. `attempt` counts from 1.
 */
export function sandboxOutcome(to: string, attempt: number): SandboxOutcome {
  const ending = to.slice(-endingLength);
  if (ending === '900200') return { kind: 'accepted', receipts: [] };
  if (ending === '900300') return { kind: 'accepted', receipts: ['delivered'] };
  if (ending === '900408') return { kind: 'no_answer' };
  if (ending === '900500' && attempt <= failuresBeforeSuccess) return refused('131016');
  return ending in whatsappErrors && ending.length === endingLength
    ? refused(ending)
    : { kind: 'accepted', receipts: ['delivered', 'read'] };
}

function refused(providerCode: string): SandboxOutcome {
  const error = whatsappErrors[providerCode];
  if (!error) throw new Error(`no such provider error: ${providerCode}`);
  return { kind: 'refused', providerCode, error };
}
