import { providerErrorOf } from '@parley/contract/schemas';
import { graphRefusal } from '../graph.ts';

const readRefusal = graphRefusal('whatsapp');

/**
 * Returns the refusal in the response to a message or an upload. When the phone number is gone, or the token lost the
 * right to use it, the code is 100, and only the subcode says why. The refusal then has the code 33, by which the table of
 * errors names this case.
 */
export function refusalOfNumber(json: unknown): ReturnType<typeof readRefusal> {
  const refusal = readRefusal(json);
  if (refusal?.providerCode !== '100/33') return refusal;
  const providerCode = '33';
  return { ...refusal, providerCode, error: providerErrorOf('whatsapp', providerCode) };
}
