import * as z from 'zod';
import { parseUrl } from './parse-url.ts';
import { webhookLimits } from './webhook-limits.ts';

/** The pattern of a host with an optional port. Numeric and encoded hosts need a parser, so they are checked later. */
const authority =
  '(?:\\[[0-9A-Fa-f:.]+\\]|[^\\s\\x00-\\x1f\\x7f-\\x9f#/?@:\\[\\]\\\\<>^|]+)(?::[0-9]{0,5})?';

/** Returns the schema of an absolute URL without credentials. `end` is the pattern of what follows the host. */
function absoluteUrl(end: string, without: string) {
  const message = `must be an absolute https URL without ${without}`;
  return z
    .string()
    .max(2_000)
    .regex(new RegExp(`^[hH][tT][tT][pP][sS]?://${authority}(?:${end})?$`), message)
    .refine((text) => parseUrl(text) !== undefined, { message, params: { code: 'invalid_format' } })
    .describe(`Absolute URL, without ${without.replace(' or ', ' and ')}.`);
}

/** The schema of the URL of a webhook endpoint: absolute, without credentials and fragment. */
export const webhookUrl = absoluteUrl('[/?][^#\\x00-\\x1f\\x7f-\\x9f]*', 'credentials or fragment');

/** The schema of the URL of a page: absolute, without credentials. It may name a place in the page, after `#`. */
export const pageUrl = absoluteUrl('[/?#][^\\x00-\\x1f\\x7f-\\x9f]*', 'credentials');

/**
 * The text that responses show instead of the value of a header. If an update contains it, the header keeps its value.
 */
export const hiddenHeaderValue = '***';

const reserved =
  /^(?:webhook-.*|content-.*|host|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|user-agent|accept-encoding)$/i;

const headerName = z
  .string()
  .max(64)
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
    'must have only characters of HTTP header names, such as letters, digits and `-`',
  )
  .refine((name) => !reserved.test(name), 'is a header that Parley sets; use another name')
  .meta({ not: { pattern: inAnyCase(reserved.source) } });
const headerValue = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/, 'must be visible ASCII on one line');

/** The schema of the headers of a new webhook endpoint. */
export const webhookHeadersInput = z
  .record(headerName, headerValue)
  .refine(isFew, tooMany())
  .meta({ maxProperties: webhookLimits.headers })
  .describe(
    'Up to 10 additional request headers. Their values are stored encrypted and never shown.',
  );

/** The schema of an update of headers: merged by name; null removes a header, `***` keeps its value. */
export const webhookHeadersPatch = z
  .record(headerName, headerValue.nullable())
  .refine(isFew, tooMany())
  .meta({ maxProperties: webhookLimits.headers })
  .describe(
    'Headers to change, by name. Null removes a header, `***` keeps its value, and absent headers stay.',
  );
export type WebhookHeadersPatch = z.infer<typeof webhookHeadersPatch>;

/** Returns a pattern that matches a text in any case, because JSON Schema has no flag for this. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Returns whether the number of headers is within the limit and no two names differ only in case. */
function isFew(headers: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.length <= webhookLimits.headers && new Set(names).size === names.length;
}

function tooMany() {
  return {
    message: `must have at most ${webhookLimits.headers} headers, each only once`,
    params: { code: 'too_long' },
  };
}
