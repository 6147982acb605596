import type { ErrorCode } from '@parley/contract';

interface RequestCheck {
  readonly check: string;
  readonly code: ErrorCode;
}

/** The checks of a request, in order. Each has its error code; `Rules` also has an example. */
export const requestChecks = [
  { check: 'Path', code: 'SVC-ROUTE-NOT-FOUND' },
  { check: 'Method', code: 'SVC-METHOD-NOT-ALLOWED' },
  { check: 'API key', code: 'SVC-UNAUTHORIZED' },
  { check: 'Tenant', code: 'SVC-TENANT-SUSPENDED' },
  { check: 'Quota', code: 'SVC-RATE-LIMITED' },
  { check: 'Media type', code: 'SVC-UNSUPPORTED-MEDIA-TYPE' },
  { check: 'Body size', code: 'SVC-PAYLOAD-TOO-LARGE' },
  { check: 'JSON', code: 'SVC-MALFORMED-JSON' },
  { check: 'Idempotency-Key', code: 'SVC-VALIDATION' },
  { check: 'Schema', code: 'SVC-VALIDATION' },
  { check: 'Records', code: 'SVC-NOT-FOUND' },
  { check: 'Rules', code: 'SVC-RECIPIENT-INVALID' },
] as const satisfies readonly RequestCheck[];
