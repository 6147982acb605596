import { ServiceError, webhookLimits } from '@parley/contract/schemas';

// An endpoint has one current secret and up to three before it, which sign too until their time ends.

const hourMs = 3_600_000;

interface Ending {
  /** Null for the current secret, which has no end. */
  readonly expiresAt: string | null;
}

/** The secrets that still sign: those whose time has not ended. */
export function signingSecrets<Secret extends Ending>(
  secrets: readonly Secret[],
  nowMs: number,
): Secret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/**
 * The old secrets after a rotation, newest first: the previous secret signs until the overlap ends. Without an overlap
 * there are none, because any of them may be known to others. Throws when too many old secrets are still valid.
 */
export function rotatedSecrets<Secret extends object>(
  current: Secret,
  old: readonly (Secret & { readonly expiresAt: string })[],
  { overlapHours, nowMs }: { readonly overlapHours: number; readonly nowMs: number },
): (Secret & { readonly expiresAt: string })[] {
  if (overlapHours === 0) return [];
  const signing = signingSecrets(old, nowMs);
  if (signing.length >= webhookLimits.oldSecrets) {
    const details = { limit: 'webhook_secrets', max: webhookLimits.oldSecrets };
    throw new ServiceError('SVC-LIMIT-REACHED', details);
  }
  return [
    { ...current, expiresAt: new Date(nowMs + overlapHours * hourMs).toISOString() },
    ...signing,
  ];
}
