import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { webhookSecretPrefix } from '@parley/contract/schemas';
import { type AttemptResult, deliveryHeaders, signingSecrets } from '@parley/domain';
import { fromJson } from '../db/columns.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { post } from '../outbound/post.ts';
import type { Sealer } from '../sealing.ts';
import { headerPlace } from './headers.ts';
import { secretPlace } from './secrets.ts';
import { findDestination, type StoredDestination } from './statements/find-destination.ts';

/** The data of an endpoint that an attempt needs, with headers and secrets decrypted. */
export interface Destination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secrets, the current one first. */
  readonly secrets: readonly { readonly key: KeyObject; readonly expiresAt: string | null }[];
}

/**
 * Returns the data of an endpoint; undefined when it is deleted. Throws when a header or secret cannot be decrypted.
 */
export async function readDestination(
  db: TenantDb,
  sealer: Sealer,
  endpointId: string,
): Promise<Destination | undefined> {
  const stored = await db.run(findDestination, endpointId);
  return stored && openDestination(stored, sealer, { db, endpointId });
}

function openDestination(
  { url, headers, secrets }: StoredDestination,
  sealer: Sealer,
  { db, endpointId }: { db: TenantDb; endpointId: string },
): Destination {
  const sealedHeaders = Object.entries(fromJson<Record<string, string>>(headers));
  return {
    url,
    headers: Object.fromEntries(
      sealedHeaders.map(([name, sealed]) => [
        name,
        sealer.open(sealed, headerPlace({ db }, endpointId, name)),
      ]),
    ),
    secrets: secrets.map(({ sealed, expiresAt }) => ({
      key: keyOf(sealer.open(sealed, secretPlace({ db }, endpointId))),
      expiresAt,
    })),
  };
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64'));
}

/** Makes one attempt: signs the body with every valid secret, and posts exactly these bytes. */
export async function sendEvent(
  outbound: Outbound,
  { url, headers, secrets }: Destination,
  event: { eventId: string; body: string; once?: boolean },
  now: Date,
): Promise<AttemptResult> {
  const { eventId, body, once = false } = event;
  const seconds = Math.floor(now.getTime() / 1_000);
  const signatures = signingSecrets(secrets, now.getTime()).map(({ key }) =>
    signatureOf(key, `${eventId}.${seconds}.`, body),
  );
  return await post(outbound, {
    url,
    headers: deliveryHeaders(headers, { eventId, seconds }, signatures),
    body,
    once,
  });
}

/** Returns the same signature as `signWebhook` of the contract, but synchronously. */
function signatureOf(key: KeyObject, prefix: string, body: string): string {
  return `v1,${createHmac('sha256', key).update(prefix).update(body).digest('base64')}`;
}
