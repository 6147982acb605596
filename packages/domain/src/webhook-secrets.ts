import { ServiceError, type WebhookSecret, webhookLimits } from '@parley/contract/schemas';

// An endpoint has one current secret and up to three before it, which sign too until their time ends.

const hourMs = 3_600_000;

/** Whether a secret still signs; the current one, which has no end, always does. */
export function isSigning(expiresAt: string | null, nowMs: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > nowMs;
}

/**
 * When the current secret ends that a new one replaces; null for at once. Then no older one signs on either:
 * any of them may be known to others. Throws when too many old secrets sign already.
 */
export function endOfSecret(
  overlapHours: number,
  { signing, nowMs }: { readonly signing: number; readonly nowMs: number },
): string | null {
  if (overlapHours === 0) return null;
  if (signing >= webhookLimits.oldSecrets) {
    const details = { limit: 'webhook_secrets', max: webhookLimits.oldSecrets };
    throw new ServiceError('SVC-LIMIT-REACHED', details);
  }
  return new Date(nowMs + overlapHours * hourMs).toISOString();
}

/** The old secrets that still sign, as they are shown. */
export function signingSecrets(
  previous: WebhookSecret['previous'],
  nowMs: number,
): WebhookSecret['previous'] {
  return previous.filter(({ expiresAt }) => isSigning(expiresAt, nowMs));
}
