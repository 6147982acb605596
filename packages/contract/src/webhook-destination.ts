import * as z from 'zod';
import { webhookLimits } from './webhook-limits.ts';

/** An absolute URL that names a receiver: no credentials, no fragment. */
export const webhookUrl = z
  .string()
  .max(2_000)
  .refine(isReceiver, {
    message: 'must be an absolute https URL without credentials or fragment',
    params: { code: 'invalid_format' },
  })
  .meta({
    pattern:
      '^[hH][tT][tT][pP][sS]?://[^#/?@\\x00-\\x1f\\x7f-\\x9f]+(?:[/?][^#\\x00-\\x1f\\x7f-\\x9f]*)?$',
  })
  .describe('An absolute URL without credentials or fragment.');

/** What the value of every header reads in an answer; sent back, it leaves the value as it is. */
export const hiddenHeaderValue = '***';

const reserved =
  /^(?:webhook-.*|content-.*|host|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|user-agent|accept-encoding)$/i;

const headerName = z
  .string()
  .max(64)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
  .refine((name) => !reserved.test(name), 'is a header that the service sets itself')
  .meta({ not: { pattern: inAnyCase(reserved.source) } });
const headerValue = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/, 'must be visible ASCII on one line');

/** Headers of a new endpoint. */
export const webhookHeadersInput = z
  .record(headerName, headerValue)
  .refine(isFew, tooMany())
  .meta({ maxProperties: webhookLimits.headers })
  .describe(
    'Up to 10 additional request headers. Their values are stored encrypted and never shown.',
  );

/** A change of headers: merged by name, null removes one, `***` leaves it as it is. */
export const webhookHeadersPatch = z
  .record(headerName, headerValue.nullable())
  .refine(isFew, tooMany())
  .meta({ maxProperties: webhookLimits.headers })
  .describe('Merged into the headers by name; null removes one, `***` leaves it as it is.');
export type WebhookHeadersPatch = z.infer<typeof webhookHeadersPatch>;

/** JSON Schema has no flag for it. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function isReceiver(text: string): boolean {
  // What is invisible is left out of a URL when it is read: it would not be the one that is shown.
  if (!/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '' && !text.endsWith('#');
}

/** Names differ by more than their case. */
function isFew(headers: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.length <= webhookLimits.headers && new Set(names).size === names.length;
}

function tooMany() {
  return {
    message: `has more than ${webhookLimits.headers} headers, or one of them twice`,
    params: { code: 'too_long' },
  };
}
