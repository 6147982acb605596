import type * as z from 'zod';
import { consoleErrors } from './error-catalog.console.ts';
import { errorDetails } from './error-details.ts';

/** Where a code can appear: in a response, as the `error` of a message, or both. */
export type ErrorScope = 'response' | 'message' | 'both';

interface CatalogEntry {
  status: number;
  /** The default message. `{field}` stands for the value of that field of `details`: see `errorMessage`. */
  message: string;
  scope: ErrorScope;
  details: z.ZodObject;
}

/** Every error code with its status, its default message and where it can appear. */
export const errorCatalog = {
  'SVC-VALIDATION': {
    status: 400,
    scope: 'response',
    message: 'The request is invalid. `details.issues` lists each invalid field.',
    details: errorDetails['SVC-VALIDATION'],
  },
  'SVC-MALFORMED-JSON': {
    status: 400,
    scope: 'response',
    message:
      'The body is not valid JSON. `details.position`, if present, is where parsing stopped.',
    details: errorDetails['SVC-MALFORMED-JSON'],
  },
  'SVC-CURSOR-INVALID': {
    status: 400,
    scope: 'response',
    message:
      'The cursor is not valid for this list, filter and sort. Request the first page without a cursor.',
    details: errorDetails['SVC-CURSOR-INVALID'],
  },
  'SVC-UNAUTHORIZED': {
    status: 401,
    scope: 'response',
    message: 'The API key is {reason}. Send a valid key as `Authorization: Bearer <key>`.',
    details: errorDetails['SVC-UNAUTHORIZED'],
  },
  'SVC-FORBIDDEN': {
    status: 403,
    scope: 'response',
    message:
      'The server refuses this request: `{reason}`. The error reference explains the reason.',
    details: errorDetails['SVC-FORBIDDEN'],
  },
  'SVC-TENANT-SUSPENDED': {
    status: 403,
    scope: 'response',
    message:
      'The tenant of this API key is suspended or archived. Ask the operator of the server, or the agency of the tenant.',
    details: errorDetails['SVC-TENANT-SUSPENDED'],
  },
  'SVC-AGENCY-REQUIRED': {
    status: 403,
    scope: 'response',
    message: 'Only the API key of an agency can make this request.',
    details: errorDetails['SVC-AGENCY-REQUIRED'],
  },
  'SVC-GRANT-REQUIRED': {
    status: 403,
    scope: 'response',
    message:
      'The agency needs an active grant of this client with the permission `{permission}`. Ask the client for it.',
    details: errorDetails['SVC-GRANT-REQUIRED'],
  },
  'SVC-SESSION-REQUIRED': {
    status: 403,
    scope: 'response',
    message: 'An API key cannot make this request; a signed-in user of the console can.',
    details: errorDetails['SVC-SESSION-REQUIRED'],
  },
  ...consoleErrors,
  'SVC-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message:
      'The tenant of this API key has no `{resource}` with this ID. Check the ID and the key.',
    details: errorDetails['SVC-NOT-FOUND'],
  },
  'SVC-ROUTE-NOT-FOUND': {
    status: 404,
    scope: 'response',
    message: 'No endpoint has this path. Check the path; it begins with `/api/v1`.',
    details: errorDetails['SVC-ROUTE-NOT-FOUND'],
  },
  'SVC-METHOD-NOT-ALLOWED': {
    status: 405,
    scope: 'response',
    message: 'This path supports {allowed} only.',
    details: errorDetails['SVC-METHOD-NOT-ALLOWED'],
  },
  'SVC-CONFLICT': {
    status: 409,
    scope: 'response',
    message: 'Another `{resource}` already has this `{field}`. Use another value.',
    details: errorDetails['SVC-CONFLICT'],
  },
  'SVC-CONTACT-AMBIGUOUS': {
    status: 409,
    scope: 'response',
    message:
      'The fields belong to different contacts: see `details.candidates`. List fewer fields in `match`, or correct one of the contacts.',
    details: errorDetails['SVC-CONTACT-AMBIGUOUS'],
  },
  'SVC-INVALID-TRANSITION': {
    status: 409,
    scope: 'response',
    message: 'The `{resource}` is `{from}`, which does not allow this. See `details`.',
    details: errorDetails['SVC-INVALID-TRANSITION'],
  },
  'SVC-IN-USE': {
    status: 409,
    scope: 'response',
    message: 'Other records refer to this `{resource}`. Remove those references first.',
    details: errorDetails['SVC-IN-USE'],
  },
  'SVC-CHANNEL-UNAVAILABLE': {
    status: 409,
    scope: 'both',
    message:
      'The channel cannot send: its status is `{status}`. Enable it, or use another channel.',
    details: errorDetails['SVC-CHANNEL-UNAVAILABLE'],
  },
  'SVC-IDEMPOTENCY-IN-PROGRESS': {
    status: 409,
    scope: 'response',
    message:
      'The first request with this Idempotency-Key is still running. Wait for the seconds in the header `Retry-After`, then send it again.',
    details: errorDetails['SVC-IDEMPOTENCY-IN-PROGRESS'],
  },
  'SVC-PAYLOAD-TOO-LARGE': {
    status: 413,
    scope: 'response',
    message: 'The body is larger than {limitBytes} bytes. Send a smaller body.',
    details: errorDetails['SVC-PAYLOAD-TOO-LARGE'],
  },
  'SVC-UNSUPPORTED-MEDIA-TYPE': {
    status: 415,
    scope: 'response',
    message: 'Send the body as `{expected}` in UTF-8.',
    details: errorDetails['SVC-UNSUPPORTED-MEDIA-TYPE'],
  },
  'SVC-IDEMPOTENCY-MISMATCH': {
    status: 422,
    scope: 'response',
    message: 'This Idempotency-Key was used with another body. Use a new key for another request.',
    details: errorDetails['SVC-IDEMPOTENCY-MISMATCH'],
  },
  'SVC-RECIPIENT-INVALID': {
    status: 422,
    scope: 'both',
    message: 'The address is not valid for this `{channelType}` channel: `{reason}`.',
    details: errorDetails['SVC-RECIPIENT-INVALID'],
  },
  'SVC-WINDOW-CLOSED': {
    status: 422,
    scope: 'both',
    message:
      'The messaging window is closed. Wait for the customer to write, or send what `details.suggestion` names, if it is not null.',
    details: errorDetails['SVC-WINDOW-CLOSED'],
  },
  'SVC-TEXT-TOO-LONG': {
    status: 422,
    scope: 'response',
    message: 'The text has {actual} {unit}; this channel allows {limit}. Shorten the text.',
    details: errorDetails['SVC-TEXT-TOO-LONG'],
  },
  'SVC-CONTENT-UNSUPPORTED': {
    status: 422,
    scope: 'both',
    message:
      'This `{channelType}` channel cannot send messages of type `{type}`. Its `capabilities` list what it can send.',
    details: errorDetails['SVC-CONTENT-UNSUPPORTED'],
  },
  'SVC-MEDIA-UNSUPPORTED': {
    status: 422,
    scope: 'response',
    message:
      'This `{channelType}` channel cannot send this file as `{type}`: it is `{mimeType}` of {sizeBytes} bytes, and the channel takes {allowedTypes} up to {maxBytes} bytes.',
    details: errorDetails['SVC-MEDIA-UNSUPPORTED'],
  },
  'SVC-TEMPLATE-NOT-FOUND': {
    status: 422,
    scope: 'both',
    message:
      'The template `{name}` does not exist in the language `{language}`. See `details.availableLanguages`.',
    details: errorDetails['SVC-TEMPLATE-NOT-FOUND'],
  },
  'SVC-TEMPLATE-NOT-APPROVED': {
    status: 422,
    scope: 'both',
    message:
      'The status of the template `{name}` is `{status}`. Only approved templates can be sent.',
    details: errorDetails['SVC-TEMPLATE-NOT-APPROVED'],
  },
  'SVC-TEMPLATE-PARAMS': {
    status: 422,
    scope: 'both',
    message: 'The values do not match the template. See `details`.',
    details: errorDetails['SVC-TEMPLATE-PARAMS'],
  },
  'SVC-STAGE-MISMATCH': {
    status: 422,
    scope: 'response',
    message:
      'The stage `{stageId}` is not in the pipeline `{pipelineId}`, or its kind does not fit the status. Use a stage that fits both.',
    details: errorDetails['SVC-STAGE-MISMATCH'],
  },
  'SVC-RULE-VIOLATION': {
    status: 422,
    scope: 'response',
    message: 'The request breaks the rule `{rule}`. The error reference lists the rules.',
    details: errorDetails['SVC-RULE-VIOLATION'],
  },
  'SVC-LIMIT-REACHED': {
    status: 422,
    scope: 'response',
    message: 'The limit `{limit}` of {max} is reached. Delete or revoke one first.',
    details: errorDetails['SVC-LIMIT-REACHED'],
  },
  'SVC-RATE-LIMITED': {
    status: 429,
    scope: 'response',
    message:
      'The limit of {limit} requests in {windowSeconds} s is reached. Wait {retryAfterSeconds} s.',
    details: errorDetails['SVC-RATE-LIMITED'],
  },
  'SVC-HEADERS-TOO-LARGE': {
    status: 431,
    scope: 'response',
    message: 'The headers are larger than {limitBytes} bytes. Send fewer or shorter headers.',
    details: errorDetails['SVC-HEADERS-TOO-LARGE'],
  },
  'SVC-INTERNAL': {
    status: 500,
    scope: 'response',
    message: 'The server failed. Give `details.requestId` to its operator.',
    details: errorDetails['SVC-INTERNAL'],
  },
  'SVC-PROVIDER-ERROR': {
    status: 502,
    scope: 'both',
    message: 'The provider `{provider}` failed or refused the request. See `details.retryable`.',
    details: errorDetails['SVC-PROVIDER-ERROR'],
  },
  'SVC-UNAVAILABLE': {
    status: 503,
    scope: 'response',
    message:
      'The server cannot answer at the moment. Send the request again after {retryAfterSeconds} s.',
    details: errorDetails['SVC-UNAVAILABLE'],
  },
  'SVC-UNDELIVERABLE': {
    status: 422,
    scope: 'message',
    message:
      'The recipient cannot receive this message. Check the address, or use another channel.',
    details: errorDetails['SVC-UNDELIVERABLE'],
  },
  'SVC-RECIPIENT-OPTED-OUT': {
    status: 422,
    scope: 'both',
    message: 'The recipient has opted out of these messages. Do not send them again.',
    details: errorDetails['SVC-RECIPIENT-OPTED-OUT'],
  },
  'SVC-RECIPIENT-BLOCKED': {
    status: 422,
    scope: 'both',
    message: 'The contact is blocked. Unblock the contact to send messages.',
    details: errorDetails['SVC-RECIPIENT-BLOCKED'],
  },
  'SVC-MARKETING-LIMITED': {
    status: 422,
    scope: 'message',
    message: 'The provider limits marketing messages to this recipient. Wait at least 24 hours.',
    details: errorDetails['SVC-MARKETING-LIMITED'],
  },
  'SVC-PROVIDER-RATE-LIMITED': {
    status: 429,
    scope: 'message',
    message: 'The provider limits how fast messages may be sent (`{scope}`). Send more slowly.',
    details: errorDetails['SVC-PROVIDER-RATE-LIMITED'],
  },
  'SVC-MEDIA-FAILED': {
    status: 422,
    scope: 'message',
    message: 'The media could not be transferred. `providerMessage`, if present, has the reason.',
    details: errorDetails['SVC-MEDIA-FAILED'],
  },
  'SVC-EXPIRED': {
    status: 422,
    scope: 'message',
    message:
      'The message expired at {expiredAt}, before the server could send it. Send a new message.',
    details: errorDetails['SVC-EXPIRED'],
  },
} as const satisfies Record<`SVC-${string}`, CatalogEntry>;
