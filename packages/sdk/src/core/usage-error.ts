import { ParleyError } from '../errors.ts';

/** Returns the error of an invalid call or client. */
export function usageError(message: string, cause?: unknown): ParleyError {
  return new ParleyError(message, { outcome: 'not_sent', cause });
}

/** Returns a value as an error message shows it: short, and without what an object contains. */
export function show(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return Object(value) === value
    ? `of type ${Object.prototype.toString.call(value).slice(8, -1)}`
    : String(value);
}
