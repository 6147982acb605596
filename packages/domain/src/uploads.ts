import { ServiceError } from '@parley/contract/schemas';
import { invalid } from './refusals.ts';

// The body of an upload: the bytes of the file, or a form with the file.

/** Returns whether the `Content-Type` of an upload is that of a form. */
export function isForm(contentType = ''): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType);
}

const plainBodies = {
  file: ['a file without Content-Encoding', 'Send the file without a `Content-Encoding`.'],
  json: [
    'application/json',
    'This `Content-Encoding` is unknown. Compress the body with `gzip`, `deflate` or `br`, or not at all.',
  ],
} as const;

/** Throws SVC-UNSUPPORTED-MEDIA-TYPE for a body with a `Content-Encoding`. */
export function refuseEncoding(encoding = 'identity', body: keyof typeof plainBodies): void {
  if (encoding.toLowerCase() === 'identity') return;
  const [expected, message] = plainBodies[body];
  throw new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected }, { message });
}

/** Returns the error for a form whose `Content-Type` has no valid boundary. */
export function noBoundary(cause?: unknown): ServiceError {
  const expected = 'multipart/form-data; boundary=…';
  const message =
    'The `Content-Type` of the form has no valid `boundary`. Leave the header out: HTTP clients set it with the boundary of the form.';
  return new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected }, { message, cause });
}

const formFaults = {
  incomplete: 'must be a complete form',
  several: 'must be one file',
  otherName: 'must be named `file`',
  noFile: 'must be a file with a `filename`',
} as const;

/** Returns the error for a form that is not exactly one file. */
export function wrongForm(fault: keyof typeof formFaults, cause?: unknown): ServiceError {
  const message = formFaults[fault];
  return invalid({ in: 'body', path: 'file', code: 'invalid_format', message }, { cause });
}
