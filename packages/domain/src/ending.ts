/** Returns the time at which a record expires that is valid for some seconds from `at`; undefined without a limit. */
export function expiryAfter(seconds: number | undefined, at: string): string | undefined {
  return seconds === undefined
    ? undefined
    : new Date(Date.parse(at) + seconds * 1_000).toISOString();
}

/** Returns the status at this time of a record that can be revoked and can expire, such as an API key. */
export function endingStatus(
  {
    revokedAt,
    expiresAt,
  }: { readonly revokedAt: string | null; readonly expiresAt: string | null },
  at: string,
): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active';
}
