import { providerErrorOf } from '@parley/contract/schemas';
import { graphRefusal } from '../graph.ts';

const readRefusal = graphRefusal('whatsapp');

/**
 * Returns the refusal in the response to a message or an upload. When the phone number is gone, or the token lost the
 * right to use it, the code is 100, and only the subcode says why.
 */
export function refusalOfNumber(json: unknown): ReturnType<typeof readRefusal> {
  const refusal = readRefusal(json);
  if (refusal?.providerCode !== '100/33') return refusal;
  return { ...refusal, error: providerErrorOf('whatsapp', '33') };
}
