import { type ChannelType, providerErrorOf } from '@parley/contract/schemas';
import type { SendOutcome } from './attempts.ts';

/** The ways in which a simulated provider fails. */
export type SimulatedFailure = 'rejected' | 'retry_later' | 'auth' | 'unknown';

type Codes = Readonly<Record<Exclude<SimulatedFailure, 'unknown'>, string>>;

const codes: Readonly<Record<ChannelType, Codes>> = {
  whatsapp: { rejected: '131009', retry_later: '131016', auth: '190' },
  instagram: { rejected: '100', retry_later: '2', auth: '190' },
  tiktok: { rejected: '40002', retry_later: '51065', auth: '40105' },
};

/** Returns the answer of a provider that fails in this way, with an error code of its network. */
export function simulatedFailure(type: ChannelType, how: SimulatedFailure): SendOutcome {
  if (how === 'unknown') return { kind: 'unknown' };
  const providerCode = codes[type][how];
  const error = providerErrorOf(type, providerCode);
  return { kind: 'refused', providerCode, error, providerMessage: error.message };
}
