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
