/** Returns an error and its cause as a text of 500 characters at most, for lists of failed jobs. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { name, message, cause } = error;
  const more = cause instanceof Error ? ` Cause: ${cause.message}` : '';
  return `${name}: ${message}${more}`.slice(0, 500);
}
