/**
 * Waits until all of them are settled, also those behind a failure. Of several failures, the first in the order of the
 * arguments is thrown: with several queries in flight on one connection, later ones may follow from it.
 */
export async function inOrder<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const outcomes = await Promise.allSettled(sent);
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  // One value for each of them, in their order.
  return values as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };
}
