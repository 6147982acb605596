import * as z from 'zod';
import { errorCatalog } from './error-catalog.ts';
import { errorMessage } from './error-message.ts';
import { named } from './named.ts';

export type ErrorCode = keyof typeof errorCatalog;
export type ErrorDetails<Code extends ErrorCode> = z.input<(typeof errorCatalog)[Code]['details']>;

/** The form of every error. Clients must accept codes that they do not know. */
export class ErrorEnvelopeSchema extends named('The body of every failed response.', {
  error: z
    .object({
      code: z
        .string()
        .regex(/^SVC-[A-Z0-9-]+$/)
        .describe(
          'What went wrong: `SVC-…`. Open enum: new codes may be added; handle unknown ones.',
        ),
      message: z
        .string()
        .describe('Human-readable text: what is wrong and what to do. It may change.'),
      details: z
        .record(z.string(), z.unknown())
        .describe(
          'Facts about this failure. The fields depend on the code; `{}` when there are none.',
        ),
    })
    .describe('The error.'),
}) {}
export const errorEnvelope = new ErrorEnvelopeSchema();
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** An error with a code of the catalogue. Services throw it, and `toErrorResponse` converts it to a response. */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(
    code: Code,
    details: ErrorDetails<Code>,
    options: { message?: string; cause?: unknown } = {},
  ) {
    super(
      options.message ?? errorMessage(code, details),
      'cause' in options ? { cause: options.cause } : {},
    );
    this.code = code;
    this.status = errorCatalog[code].status;
    this.details = details;
  }
}

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorEnvelope;
}

/** Returns the status, headers and body of an error, the same for the server and the mocks. */
export function toErrorResponse(error: ServiceError): ErrorResponse {
  const { code, message, status, details } = error;
  return { status, headers: headersOf(code, details), body: { error: { code, message, details } } };
}

function headersOf(code: ErrorCode, details: Record<string, unknown>): Record<string, string> {
  switch (code) {
    case 'SVC-UNAUTHORIZED':
      return { 'WWW-Authenticate': 'Bearer' };
    case 'SVC-METHOD-NOT-ALLOWED':
      return { Allow: (details.allowed as readonly string[]).join(', ') };
    case 'SVC-RATE-LIMITED':
    case 'SVC-UNAVAILABLE':
      return { 'Retry-After': String(details.retryAfterSeconds) };
    case 'SVC-IDEMPOTENCY-IN-PROGRESS':
      return { 'Retry-After': '1' };
    case 'SVC-PROVIDER-ERROR':
      return details.retryable === false ? { 'X-Should-Retry': 'false' } : {};
    default:
      return {};
  }
}
