import type { ErrorCode } from './errors.ts';

/** The error codes of every endpoint that sends a message. */
export const sendErrors = [
  'SVC-CHANNEL-UNAVAILABLE',
  'SVC-RECIPIENT-INVALID',
  'SVC-RECIPIENT-OPTED-OUT',
  'SVC-RECIPIENT-BLOCKED',
  'SVC-WINDOW-CLOSED',
  'SVC-TEMPLATE-NOT-FOUND',
  'SVC-TEMPLATE-NOT-APPROVED',
  'SVC-TEMPLATE-PARAMS',
  'SVC-TEXT-TOO-LONG',
  'SVC-CONTENT-UNSUPPORTED',
  'SVC-MEDIA-UNSUPPORTED',
  'SVC-RULE-VIOLATION',
  'SVC-LIMIT-REACHED',
] as const satisfies readonly ErrorCode[];

/** The error codes of an endpoint that sends a stored message again. */
export const retryErrors = [
  'SVC-CHANNEL-UNAVAILABLE',
  'SVC-RECIPIENT-OPTED-OUT',
  'SVC-RECIPIENT-BLOCKED',
  'SVC-WINDOW-CLOSED',
  'SVC-TEMPLATE-NOT-FOUND',
  'SVC-TEMPLATE-NOT-APPROVED',
] as const satisfies readonly ErrorCode[];
