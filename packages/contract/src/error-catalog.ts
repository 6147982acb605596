import * as z from 'zod';
import { validationIssue } from './validation-issue.ts';

const text = z.string();
const noDetails = z.object({});
const nullableText = z.string().nullable();

/** Where a code may appear: in an answer, as the `error` of a message, or both. */
export type ErrorScope = 'response' | 'message' | 'both';

interface CatalogEntry {
  status: number;
  message: string;
  scope: ErrorScope;
  details: z.ZodObject;
}

const recipientDetails = z.object({ channelType: text, reason: text });

/** Every error code with its status, default message and the shape of its details. */
export const errorCatalog = {
  'SVC-VALIDATION': {
    status: 400,
    scope: 'response',
    message: 'The request does not match the contract; details.issues lists every mistake.',
    details: z.object({ issues: z.array(validationIssue) }),
  },
  'SVC-MALFORMED-JSON': {
    status: 400,
    scope: 'response',
    message: 'The body is not valid JSON.',
    details: z.object({ position: z.number().int().optional() }),
  },
  'SVC-CURSOR-INVALID': {
    status: 400,
    scope: 'response',
    message:
      'The cursor cannot be used: start again without it and keep filters and sort unchanged.',
    details: z.object({ reason: z.enum(['malformed', 'filter_mismatch']) }),
  },
  'SVC-UNAUTHORIZED': {
    status: 401,
    scope: 'response',
    message: 'No valid API key was sent.',
    details: z.object({
      reason: z.enum(['missing', 'malformed', 'invalid', 'revoked', 'expired', 'ambiguous']),
    }),
  },
  'SVC-FORBIDDEN': {
    status: 403,
    scope: 'response',
    message: 'This key may not do that.',
    details: z.object({ reason: text }),
  },
  'SVC-TENANT-SUSPENDED': {
    status: 403,
    scope: 'response',
    message: 'The tenant of this key is suspended.',
    details: z.object({ suspendedAt: nullableText }),
  },
  'SVC-SESSION-REQUIRED': {
    status: 403,
    scope: 'response',
    message: 'Only a signed-in user or the command line can do that; an API key cannot.',
    details: noDetails,
  },
  'SVC-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message: 'No such record.',
    details: z.object({ resource: text, id: text }),
  },
  'SVC-ROUTE-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message: 'No such endpoint.',
    details: z.object({ method: text, path: text }),
  },
  'SVC-METHOD-NOT-ALLOWED': {
    status: 405,
    scope: 'response',
    message: 'This path does not take that method; the Allow header lists those it takes.',
    details: z.object({ allowed: z.array(text) }),
  },
  'SVC-CONFLICT': {
    status: 409,
    scope: 'response',
    message: 'Another record already has that value.',
    details: z.object({ resource: text, field: text, existingId: nullableText }),
  },
  'SVC-INVALID-TRANSITION': {
    status: 409,
    scope: 'response',
    message: 'The record is not in a state that allows this.',
    details: z.object({
      resource: text,
      id: text,
      from: text,
      to: text.optional(),
      action: text.optional(),
      allowed: z.array(text),
      suggestion: text.optional(),
    }),
  },
  'SVC-IN-USE': {
    status: 409,
    scope: 'response',
    message: 'Other records still use this one.',
    details: z.object({ resource: text, id: text, references: z.record(text, z.number().int()) }),
  },
  'SVC-CHANNEL-UNAVAILABLE': {
    status: 409,
    scope: 'both',
    message: 'The channel cannot send now.',
    details: z.object({ channelId: text, status: text, reason: nullableText }),
  },
  'SVC-IDEMPOTENCY-IN-PROGRESS': {
    status: 409,
    scope: 'response',
    message: 'The first request with this Idempotency-Key is still running: try again shortly.',
    details: noDetails,
  },
  'SVC-PAYLOAD-TOO-LARGE': {
    status: 413,
    scope: 'response',
    message: 'The body is too large.',
    details: z.object({ limitBytes: z.number().int() }),
  },
  'SVC-UNSUPPORTED-MEDIA-TYPE': {
    status: 415,
    scope: 'response',
    message: 'Send the body as application/json in UTF-8.',
    details: z.object({ expected: text }),
  },
  'SVC-IDEMPOTENCY-MISMATCH': {
    status: 422,
    scope: 'response',
    message: 'This Idempotency-Key was used with another body.',
    details: noDetails,
  },
  'SVC-RECIPIENT-INVALID': {
    status: 422,
    scope: 'both',
    message: 'The recipient is not a valid address on this channel.',
    details: recipientDetails,
  },
  'SVC-WINDOW-CLOSED': {
    status: 422,
    scope: 'both',
    message: 'The customer-service window of this conversation is closed.',
    details: z.object({
      channelType: text,
      windowHours: z.number(),
      lastInboundAt: nullableText,
      closedAt: nullableText,
      reason: z.enum(['time', 'quota']),
      suggestion: z.enum(['template']).nullable(),
    }),
  },
  'SVC-TEXT-TOO-LONG': {
    status: 422,
    scope: 'response',
    message: 'The text is longer than this channel takes.',
    details: z.object({ limit: z.number().int(), unit: text, actual: z.number().int() }),
  },
  'SVC-CONTENT-UNSUPPORTED': {
    status: 422,
    scope: 'both',
    message: 'This channel cannot send that type of message.',
    details: z.object({ channelType: text, type: text }),
  },
  'SVC-TEMPLATE-NOT-FOUND': {
    status: 422,
    scope: 'both',
    message: 'The template does not exist in that language.',
    details: z.object({ name: text, language: text, availableLanguages: z.array(text) }),
  },
  'SVC-TEMPLATE-NOT-APPROVED': {
    status: 422,
    scope: 'both',
    message: 'The template is not approved.',
    details: z.object({ name: text, language: text, status: text }),
  },
  'SVC-TEMPLATE-PARAMS': {
    status: 422,
    scope: 'both',
    message: 'The parameters do not fit the template.',
    details: z.object({
      expected: z.array(text),
      received: z.array(text),
      missing: z.array(text),
      unexpected: z.array(text),
      empty: z.array(text),
    }),
  },
  'SVC-RULE-VIOLATION': {
    status: 422,
    scope: 'response',
    message: 'A rule forbids this value.',
    details: z.object({ rule: text, field: text }),
  },
  'SVC-LIMIT-REACHED': {
    status: 422,
    scope: 'response',
    message: 'A limit of the tenant is reached.',
    details: z.object({ limit: text, max: z.number().int() }),
  },
  'SVC-RATE-LIMITED': {
    status: 429,
    scope: 'response',
    message: 'Too many requests: wait as long as Retry-After says.',
    details: z.object({
      limit: z.number().int(),
      windowSeconds: z.number().int(),
      retryAfterSeconds: z.number().int(),
      scope: z.enum(['key', 'ip']),
    }),
  },
  'SVC-INTERNAL': {
    status: 500,
    scope: 'response',
    message: 'Something failed on our side; quote details.requestId when you ask about it.',
    details: z.object({ requestId: text }),
  },
  'SVC-PROVIDER-ERROR': {
    status: 502,
    scope: 'both',
    message: 'The channel provider failed or refused the request.',
    details: z.object({
      provider: text,
      providerCode: nullableText,
      providerMessage: nullableText,
      reason: text,
      retryable: z.boolean(),
    }),
  },
  'SVC-UNAVAILABLE': {
    status: 503,
    scope: 'response',
    message: 'The service cannot answer now: try again after Retry-After.',
    details: z.object({ retryAfterSeconds: z.number().int(), requestId: text.optional() }),
  },
  'SVC-UNDELIVERABLE': {
    status: 422,
    scope: 'message',
    message: 'The recipient cannot receive this message.',
    details: noDetails,
  },
  'SVC-RECIPIENT-OPTED-OUT': {
    status: 422,
    scope: 'message',
    message: 'The recipient has stopped these messages.',
    details: z.object({ scope: text, at: nullableText }),
  },
  'SVC-MARKETING-LIMITED': {
    status: 422,
    scope: 'message',
    message: 'The provider limits marketing messages to this recipient: not before 24 hours.',
    details: noDetails,
  },
  'SVC-PROVIDER-RATE-LIMITED': {
    status: 429,
    scope: 'message',
    message: 'The provider limits how fast this channel may send.',
    details: z.object({ scope: z.enum(['channel', 'pair', 'quality']) }),
  },
  'SVC-MEDIA-FAILED': {
    status: 422,
    scope: 'message',
    message: 'The media could not be transferred.',
    details: noDetails,
  },
  'SVC-EXPIRED': {
    status: 422,
    scope: 'message',
    message: 'The message could not be sent before it expired.',
    details: z.object({ expiredAt: text }),
  },
} as const satisfies Record<`SVC-${string}`, CatalogEntry>;
