import { ParleyError } from '../errors.ts';

/** It cannot be done as it was asked for. */
export function misuse(message: string, cause?: unknown): ParleyError {
  return new ParleyError(message, { outcome: 'not_sent', cause });
}
