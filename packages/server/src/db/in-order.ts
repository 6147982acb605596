/**
 * Waits until all promises have ended, even after a failure. Then throws the first failure in the order of the
 * arguments: of several queries on one connection, a later failure may follow from an earlier one.
 */
export async function inOrder<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const outcomes = await Promise.allSettled(sent);
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  // `values` has one value for each promise, in the same order.
  return values as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };
}
