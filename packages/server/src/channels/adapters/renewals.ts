import { transientError } from '@parley/contract/schemas';
import * as z from 'zod';
import type { Renewal } from './adapter.ts';
import { type ProviderRefusal, refusalOf, refused } from './outcomes.ts';
import type { ProviderAnswer } from './provider-http.ts';

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
});

/** Returns the result of the renewal of an access token. `tokensOf` finds the tokens in the body of the answer. */
export function renewalOf(
  answer: ProviderAnswer,
  refusal: (json: unknown) => ProviderRefusal | undefined,
  tokensOf: (json: unknown) => unknown,
): Renewal {
  const found = answer.kind === 'unknown' ? 'unknown' : refusalOf(answer, { refusalOf: refusal });
  if (found && found !== 'unknown') return { kind: 'refused', refusal: found };
  const read = tokens.safeParse(answer.kind === 'answered' ? tokensOf(answer.json) : undefined);
  if (found === 'unknown' || !read.success) {
    const why = 'The provider did not answer with a token.';
    return { kind: 'refused', refusal: refused(transientError, null, why) };
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = read.data;
  return {
    kind: 'renewed',
    tokens: { accessToken, ...(refreshToken && { refreshToken }) },
    expiresAt: (nowMs) => new Date(nowMs + seconds * 1_000).toISOString(),
  };
}
