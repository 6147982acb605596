import { isDivisionByZero, RunAgainError } from './failures.ts';
import { inOrder } from './in-order.ts';

/**
 * Returns a query of Postgres that fails unless a condition holds. A COMMIT may be sent before the result of a query is
 * known, so the query itself must fail.
 */
export function failUnless(condition: string): string {
  return `select 1 / (${condition})::integer`;
}

/** Waits for queries, and throws a RunAgainError if one of `failUnless` has failed, so that the transaction runs again. */
export async function runAgainUnlessAll(sent: readonly Promise<unknown>[]): Promise<void> {
  try {
    await inOrder(sent);
  } catch (error) {
    throw isDivisionByZero(error) ? new RunAgainError() : error;
  }
}
