import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../target.ts';

/** A received request and its time. */
export interface Received extends ReceivedRequest {
  /** When the request arrived, by the clock of the target. */
  at: Date;
}

/**
 * Returns the secrets that signed the request, in the order of the signatures. Fails if a signature belongs to none of
 * them.
 */
export function signersOf({ headers, rawBody }: Received, secrets: readonly string[]): string[] {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`;
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  return signatures.map((signature) => {
    const signer = secrets.find((secret) => signatureOf(secret, content) === signature);
    if (!signer) throw new Error(`${signature} is not of an endpoint's secret`);
    return signer;
  });
}

/** Returns whether the libraries of Standard Webhooks and Svix accept the request with this secret. */
export function isTaken(received: Received, secret: string): boolean {
  const verdicts = [new StandardWebhook(secret), new SvixWebhook(secret)].map((library) => {
    try {
      return atTime(received.at, () =>
        library.verify(received.rawBody, { ...received.headers } as Record<string, string>),
      );
    } catch {
      return undefined;
    }
  });
  for (const verdict of verdicts.filter((event) => event !== undefined)) {
    expect(verdict).toEqual(JSON.parse(received.rawBody));
  }
  expect(new Set(verdicts.map((verdict) => verdict === undefined)).size).toBe(1);
  return verdicts[0] !== undefined;
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/**
 * Runs `work` with `Date.now()` fixed at this time: both libraries call `Date.now()`. The work is
 * synchronous, so no other code runs meanwhile.
 */
function atTime<Value>(time: Date, work: () => Value): Value {
  const { now } = Date;
  Date.now = () => time.getTime();
  try {
    return work();
  } finally {
    Date.now = now;
  }
}
