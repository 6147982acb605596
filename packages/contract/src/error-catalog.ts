import type * as z from 'zod';
import { errorDetails } from './error-details.ts';

/** Where a code may appear: in an answer, as the `error` of a message, or both. */
export type ErrorScope = 'response' | 'message' | 'both';

interface CatalogEntry {
  status: number;
  message: string;
  scope: ErrorScope;
  details: z.ZodObject;
}

/** Every error code with its status, default message and the shape of its details. */
export const errorCatalog = {
  'SVC-VALIDATION': {
    status: 400,
    scope: 'response',
    message: 'The request does not match the contract; details.issues lists every mistake.',
    details: errorDetails['SVC-VALIDATION'],
  },
  'SVC-MALFORMED-JSON': {
    status: 400,
    scope: 'response',
    message: 'The body is not valid JSON.',
    details: errorDetails['SVC-MALFORMED-JSON'],
  },
  'SVC-CURSOR-INVALID': {
    status: 400,
    scope: 'response',
    message:
      'The cursor cannot be used: start again without it and keep filters and sort unchanged.',
    details: errorDetails['SVC-CURSOR-INVALID'],
  },
  'SVC-UNAUTHORIZED': {
    status: 401,
    scope: 'response',
    message: 'No valid API key was sent.',
    details: errorDetails['SVC-UNAUTHORIZED'],
  },
  'SVC-FORBIDDEN': {
    status: 403,
    scope: 'response',
    message: 'This key may not do that.',
    details: errorDetails['SVC-FORBIDDEN'],
  },
  'SVC-TENANT-SUSPENDED': {
    status: 403,
    scope: 'response',
    message: 'The tenant of this key is suspended.',
    details: errorDetails['SVC-TENANT-SUSPENDED'],
  },
  'SVC-SESSION-REQUIRED': {
    status: 403,
    scope: 'response',
    message: 'Only a signed-in user or the command line can do that; an API key cannot.',
    details: errorDetails['SVC-SESSION-REQUIRED'],
  },
  'SVC-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message: 'No such record.',
    details: errorDetails['SVC-NOT-FOUND'],
  },
  'SVC-ROUTE-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message: 'No such endpoint.',
    details: errorDetails['SVC-ROUTE-NOT-FOUND'],
  },
  'SVC-METHOD-NOT-ALLOWED': {
    status: 405,
    scope: 'response',
    message: 'This path does not take that method; the Allow header lists those it takes.',
    details: errorDetails['SVC-METHOD-NOT-ALLOWED'],
  },
  'SVC-CONFLICT': {
    status: 409,
    scope: 'response',
    message: 'Another record already has that value.',
    details: errorDetails['SVC-CONFLICT'],
  },
  'SVC-INVALID-TRANSITION': {
    status: 409,
    scope: 'response',
    message: 'The record is not in a state that allows this.',
    details: errorDetails['SVC-INVALID-TRANSITION'],
  },
  'SVC-IN-USE': {
    status: 409,
    scope: 'response',
    message: 'Other records still use this one.',
    details: errorDetails['SVC-IN-USE'],
  },
  'SVC-CHANNEL-UNAVAILABLE': {
    status: 409,
    scope: 'both',
    message: 'The channel cannot send now.',
    details: errorDetails['SVC-CHANNEL-UNAVAILABLE'],
  },
  'SVC-IDEMPOTENCY-IN-PROGRESS': {
    status: 409,
    scope: 'response',
    message: 'The first request with this Idempotency-Key is still running: try again shortly.',
    details: errorDetails['SVC-IDEMPOTENCY-IN-PROGRESS'],
  },
  'SVC-PAYLOAD-TOO-LARGE': {
    status: 413,
    scope: 'response',
    message: 'The body is too large.',
    details: errorDetails['SVC-PAYLOAD-TOO-LARGE'],
  },
  'SVC-UNSUPPORTED-MEDIA-TYPE': {
    status: 415,
    scope: 'response',
    message: 'Send the body as application/json in UTF-8.',
    details: errorDetails['SVC-UNSUPPORTED-MEDIA-TYPE'],
  },
  'SVC-IDEMPOTENCY-MISMATCH': {
    status: 422,
    scope: 'response',
    message: 'This Idempotency-Key was used with another body.',
    details: errorDetails['SVC-IDEMPOTENCY-MISMATCH'],
  },
  'SVC-RECIPIENT-INVALID': {
    status: 422,
    scope: 'both',
    message: 'The recipient is not a valid address on this channel.',
    details: errorDetails['SVC-RECIPIENT-INVALID'],
  },
  'SVC-WINDOW-CLOSED': {
    status: 422,
    scope: 'both',
    message: 'The customer-service window of this conversation is closed.',
    details: errorDetails['SVC-WINDOW-CLOSED'],
  },
  'SVC-TEXT-TOO-LONG': {
    status: 422,
    scope: 'response',
    message: 'The text is longer than this channel takes.',
    details: errorDetails['SVC-TEXT-TOO-LONG'],
  },
  'SVC-CONTENT-UNSUPPORTED': {
    status: 422,
    scope: 'both',
    message: 'This channel cannot send that type of message.',
    details: errorDetails['SVC-CONTENT-UNSUPPORTED'],
  },
  'SVC-TEMPLATE-NOT-FOUND': {
    status: 422,
    scope: 'both',
    message: 'The template does not exist in that language.',
    details: errorDetails['SVC-TEMPLATE-NOT-FOUND'],
  },
  'SVC-TEMPLATE-NOT-APPROVED': {
    status: 422,
    scope: 'both',
    message: 'The template is not approved.',
    details: errorDetails['SVC-TEMPLATE-NOT-APPROVED'],
  },
  'SVC-TEMPLATE-PARAMS': {
    status: 422,
    scope: 'both',
    message: 'The parameters do not fit the template.',
    details: errorDetails['SVC-TEMPLATE-PARAMS'],
  },
  'SVC-RULE-VIOLATION': {
    status: 422,
    scope: 'response',
    message: 'A rule forbids this value.',
    details: errorDetails['SVC-RULE-VIOLATION'],
  },
  'SVC-LIMIT-REACHED': {
    status: 422,
    scope: 'response',
    message: 'A limit of the tenant is reached.',
    details: errorDetails['SVC-LIMIT-REACHED'],
  },
  'SVC-RATE-LIMITED': {
    status: 429,
    scope: 'response',
    message: 'Too many requests: wait as long as Retry-After says.',
    details: errorDetails['SVC-RATE-LIMITED'],
  },
  'SVC-HEADERS-TOO-LARGE': {
    status: 431,
    scope: 'response',
    message: 'The headers are too large.',
    details: errorDetails['SVC-HEADERS-TOO-LARGE'],
  },
  'SVC-INTERNAL': {
    status: 500,
    scope: 'response',
    message: 'Something failed on our side; quote details.requestId when you ask about it.',
    details: errorDetails['SVC-INTERNAL'],
  },
  'SVC-PROVIDER-ERROR': {
    status: 502,
    scope: 'both',
    message: 'The channel provider failed or refused the request.',
    details: errorDetails['SVC-PROVIDER-ERROR'],
  },
  'SVC-UNAVAILABLE': {
    status: 503,
    scope: 'response',
    message: 'The service cannot answer now: try again after Retry-After.',
    details: errorDetails['SVC-UNAVAILABLE'],
  },
  'SVC-UNDELIVERABLE': {
    status: 422,
    scope: 'message',
    message: 'The recipient cannot receive this message.',
    details: errorDetails['SVC-UNDELIVERABLE'],
  },
  'SVC-RECIPIENT-OPTED-OUT': {
    status: 422,
    scope: 'message',
    message: 'The recipient has stopped these messages.',
    details: errorDetails['SVC-RECIPIENT-OPTED-OUT'],
  },
  'SVC-MARKETING-LIMITED': {
    status: 422,
    scope: 'message',
    message: 'The provider limits marketing messages to this recipient: not before 24 hours.',
    details: errorDetails['SVC-MARKETING-LIMITED'],
  },
  'SVC-PROVIDER-RATE-LIMITED': {
    status: 429,
    scope: 'message',
    message: 'The provider limits how fast this channel may send.',
    details: errorDetails['SVC-PROVIDER-RATE-LIMITED'],
  },
  'SVC-MEDIA-FAILED': {
    status: 422,
    scope: 'message',
    message: 'The media could not be transferred.',
    details: errorDetails['SVC-MEDIA-FAILED'],
  },
  'SVC-EXPIRED': {
    status: 422,
    scope: 'message',
    message: 'The message could not be sent before it expired.',
    details: errorDetails['SVC-EXPIRED'],
  },
} as const satisfies Record<`SVC-${string}`, CatalogEntry>;
