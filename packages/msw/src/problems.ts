import { toIssues } from '@parley/contract';
import type * as z from 'zod';

/** A mistake in a test's own set-up: an override that the contract does not allow. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** Zod's issues as one line for test authors: `body.to is required; body.type must be …`. */
export function describeIssues(
  error: z.ZodError,
  part: 'body' | 'query' | 'path' | 'header',
  input: unknown,
): string {
  return toIssues(error, part, input)
    .map(({ path, message }) => `${path === '' ? part : path} ${message}`)
    .join('; ');
}
