import { hash } from 'node:crypto';
import { ServiceError } from '@parley/contract/schemas';
import { failedSignInQuota } from '@parley/domain';
import { networkOf } from '../http/networks.ts';
import type { FailureQuotas } from '../http/rate-limit.ts';

interface Attempt {
  /** What the attacker guesses the password of, such as an email address. */
  readonly name: string;
  readonly ip: string | null;
}

/**
 * Limits failed sign-ins by account and network address. So an attacker cannot lock out the owner of an account, who
 * signs in from another address.
 */
export class SignInThrottle {
  readonly #quotas: FailureQuotas;
  readonly #nowMs: () => number;

  constructor(quotas: FailureQuotas, nowMs: () => number) {
    this.#quotas = quotas;
    this.#nowMs = nowMs;
  }

  /**
   * Counts an attempt before its password is checked: many attempts at once are counted, too. Throws SVC-RATE-LIMITED.
   * Call `succeeded` when the password was right.
   */
  async begin(attempt: Attempt): Promise<void> {
    const quota = failedSignInQuota;
    const taken = await this.#quotas.take(keyOf(attempt), this.#nowMs(), quota);
    if (taken.admitted) return;
    const { retryAfterSeconds } = taken;
    throw new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope: 'sign_in' });
  }

  /** Forgets the attempts of an account from an address. */
  succeeded(attempt: Attempt): void {
    this.#quotas.forget(keyOf(attempt));
  }
}

function keyOf({ name, ip }: Attempt): string {
  return `sign-in ${networkOf(ip ?? '')} ${hash('sha256', name, 'base64url')}`;
}
