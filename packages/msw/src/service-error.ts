import { ServiceError as Thrown } from '@parley/contract';
import type { ErrorCode, ErrorDetails } from './generated/types.ts';

/** Error response of the server. Functions for `reply` and `once` can throw it. */
export interface ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly details: Record<string, unknown>;
}

interface ServiceErrorConstructor {
  new <Code extends ErrorCode>(
    code: Code,
    details: ErrorDetails[Code],
    options?: { message?: string; cause?: unknown },
  ): ServiceError<Code>;
  readonly prototype: ServiceError;
}

// The same class under a plain type with open enums: the contract derives its type from zod.
export const ServiceError = Thrown as unknown as ServiceErrorConstructor;
