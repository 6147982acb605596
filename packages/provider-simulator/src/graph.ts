import { bearerOf, type SimulatedAnswer } from './http.ts';
import type { Account, Call, World } from './world.ts';

// Helpers of all Graph endpoints of Meta.

const statuses: Readonly<Record<number, number>> = {
  4: 400,
  10: 403,
  190: 401,
  80007: 429,
  130429: 429,
  131016: 503,
  131000: 500,
};

const words: Readonly<Record<number, string>> = {
  1: 'An unknown error occurred',
  2: 'Service temporarily unavailable',
  4: 'Application request limit reached',
  100: 'Invalid parameter',
  190: 'Error validating access token: Session has expired',
  200: 'Permissions error',
  230: 'User consent is required to access user profile',
  130429: 'Rate limit hit',
  131000: 'Something went wrong',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131056: 'Pair rate limit hit',
  132000: 'Number of parameters does not match the expected number of params',
  132005: 'Translated text too long',
  132012: 'Parameter format does not match format in the created template',
  132018: 'There is an issue with the parameters in the template',
  132001: 'Template name does not exist in the translation',
};

/** Returns Graph's error response for a code. */
export function graphError(
  code: number,
  details?: string,
  { status = statuses[code] ?? 400, subcode }: { status?: number; subcode?: number } = {},
): SimulatedAnswer {
  const message = `(#${code}) ${words[code] ?? 'Error'}`;
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: 'A1b2C3',
  };
  return { status, json: { error } };
}

/** Returns Graph's error response for a path whose object does not exist, or which the token may not use. */
export function missingObject(): SimulatedAnswer {
  return graphError(100, 'Object does not exist, or the token may not use it', { subcode: 33 });
}

/** Returns the error object that webhooks contain. */
export function webhookError(code: number) {
  const title = words[code] ?? 'Error';
  return { code, title, message: title, error_data: { details: title } };
}

/** Returns the error response when the token belongs to another account; otherwise undefined. */
export function refuseToken(
  { tokens }: World,
  call: Call,
  isAllowed: (holder: string) => boolean,
): SimulatedAnswer | undefined {
  const token = bearerOf(call) ?? call.query.get('access_token') ?? undefined;
  const { state, holder } = tokens.stateOf(token);
  if (state === 'expired') return graphError(190, undefined, { subcode: 463 });
  if (state === 'unknown') return graphError(190, undefined, { subcode: 467 });
  return holder !== undefined && isAllowed(holder) ? undefined : graphError(200);
}

/** Takes a turn of the account's rate. Returns the error response when the rate is exceeded. */
export function refuseRate(
  account: Account,
  to: string,
  nowMs: number,
): SimulatedAnswer | undefined {
  const turn = account.meter.take(to, nowMs);
  if (turn === 'taken') return undefined;
  if (account.network === 'whatsapp') return graphError(turn === 'rate' ? 130429 : 131056);
  return graphError(613);
}

export function ok(json: unknown): SimulatedAnswer {
  return { status: 200, json };
}
