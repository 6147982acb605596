import { misuse } from '../core/misuse.ts';
import type { WebhookHandlerOptions } from './receive.ts';
import { noSecrets } from './verify.ts';

/** Throws what is wrong with the options: at the start, and not when the first webhook comes. */
export function checkOptions({ secrets, toleranceSeconds = 300 }: WebhookHandlerOptions): void {
  const isSecret = /^(whsec_)?[A-Za-z0-9+/]+=*$/;
  if (secrets.length < 1 || secrets.length > 4 || !secrets.every((text) => isSecret.test(text))) {
    noSecrets();
  }
  if (!(toleranceSeconds >= 0)) throw misuse('toleranceSeconds must be 0 or more.');
}
