import { webhookLimits } from '@parley/contract/schemas';
import { hourMs } from './durations.ts';
import { checkLimit } from './refusals.ts';

// An endpoint has one current secret and up to three old ones. Old secrets also sign every webhook until they expire.

interface Ending {
  /** When the secret expires; null for the current secret. */
  readonly expiresAt: string | null;
}

/** Returns the secrets that have not expired. */
export function signingSecrets<Secret extends Ending>(
  secrets: readonly Secret[],
  nowMs: number,
): Secret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/**
 * Returns the old secrets after a rotation, newest first. The previous secret signs until the overlap ends. Without an
 * overlap, all old secrets are dropped, because other people may know them. Throws SVC-LIMIT-REACHED when too many old
 * secrets are still valid.
 */
export function rotatedSecrets<Secret extends object>(
  current: Secret,
  old: readonly (Secret & { readonly expiresAt: string })[],
  {
    overlapHours = webhookLimits.overlapHours.default,
    nowMs,
  }: { readonly overlapHours: number | undefined; readonly nowMs: number },
): (Secret & { readonly expiresAt: string })[] {
  if (overlapHours === 0) return [];
  const signing = signingSecrets(old, nowMs);
  const max = webhookLimits.oldSecrets;
  const message = `The endpoint has ${max} old secrets that still sign. Wait until an overlap ends, or end all overlaps with \`overlapHours: 0\`.`;
  checkLimit('webhook_secrets', { count: signing.length, max, message });
  return [
    { ...current, expiresAt: new Date(nowMs + overlapHours * hourMs).toISOString() },
    ...signing,
  ];
}
