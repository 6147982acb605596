import { hash } from 'node:crypto';
import { type Quota, ServiceError } from '@parley/contract/schemas';
import { failedSignInQuota, mailedResetQuota, resetRequestQuota } from '@parley/domain';
import { networkOf } from '../http/networks.ts';
import type { FailureQuotas } from '../http/rate-limit.ts';

interface Attempt {
  /** Identifies the account whose password is checked, such as its email address. */
  readonly name: string;
  readonly ip: string | null;
}

/**
 * Limits failed sign-ins by account and network address. An attacker therefore cannot lock out the owner of an account,
 * who signs in from another address.
 */
export class SignInThrottle {
  readonly #quotas: FailureQuotas;
  readonly #perAddress: Quota;
  readonly #nowMs: () => number;

  /** `perAddress` limits the attempts from an address to sign in to any account, because each one costs a slow hash. */
  constructor(quotas: FailureQuotas, perAddress: Quota, nowMs: () => number) {
    this.#quotas = quotas;
    this.#perAddress = perAddress;
    this.#nowMs = nowMs;
  }

  /**
   * Counts an attempt before its password is checked, so that attempts at the same time count, too. Throws
   * SVC-RATE-LIMITED after too many. Call `succeeded` when the password was right.
   */
  async begin(attempt: Attempt): Promise<void> {
    await this.beginFrom(attempt.ip);
    await this.#take(keyOf(attempt), failedSignInQuota, 'sign_in');
  }

  /**
   * Counts an attempt to sign in to any account, before the work that it causes. Throws SVC-RATE-LIMITED after too many
   * from the network address.
   */
  async beginFrom(ip: string | null): Promise<void> {
    await this.#take(`sign-ins ${networkOf(ip ?? '')}`, this.#perAddress, 'ip');
  }

  /** Resets the count of the attempts on an account from an address. */
  succeeded(attempt: Attempt): void {
    this.#quotas.forget(keyOf(attempt));
  }

  /**
   * Counts a request for a mail with a link. Throws SVC-RATE-LIMITED when the network address has asked too often.
   * Returns whether the account has already got as many mails as it may.
   */
  async countMail({ name, ip }: Attempt): Promise<boolean> {
    await this.#take(`resets ${networkOf(ip ?? '')}`, resetRequestQuota, 'ip');
    const key = `mails ${hash('sha256', name, 'base64url')}`;
    return !(await this.#quotas.take(key, this.#nowMs(), mailedResetQuota)).admitted;
  }

  async #take(key: string, quota: Quota, scope: 'ip' | 'sign_in'): Promise<void> {
    const { admitted, retryAfterSeconds } = await this.#quotas.take(key, this.#nowMs(), quota);
    if (admitted) return;
    throw new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope });
  }
}

function keyOf({ name, ip }: Attempt): string {
  return `sign-in ${networkOf(ip ?? '')} ${hash('sha256', name, 'base64url')}`;
}
