import { hiddenHeaderValue } from '@parley/contract/schemas';
import { ownValue, type StoredWebhookEndpoint } from '@parley/domain';
import { SealError, type SealedPlace, type Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';

// The values of headers are encrypted. A rule of the domain decides which of them a change replaces.

export function sealHeaders(
  ctx: TenantContext,
  sealer: Sealer,
  endpointId: string,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return mapValues(headers, (value, name) =>
    sealer.seal(value, headerPlace(ctx, endpointId, name.toLowerCase())),
  );
}

/**
 * Encrypts the new values of changed headers. An unchanged value becomes `***`, which keeps the stored text; null stays
 * null, which removes the header.
 */
export function sealChanges(
  ctx: TenantContext,
  sealer: Sealer,
  { id, headers }: StoredWebhookEndpoint,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  return mapValues(changes, (value, given) => {
    const name = given.toLowerCase();
    const place = headerPlace(ctx, id, name);
    if (value === null || value === hiddenHeaderValue) return value;
    const isSame = opensTo(value, sealer, ownValue(headers, name), place);
    return isSame ? hiddenHeaderValue : sealer.seal(value, place);
  });
}

export function headerPlace(
  { db }: Pick<TenantContext, 'db'>,
  endpointId: string,
  name: string,
): SealedPlace {
  return { tenantId: db.tenantId, recordId: endpointId, field: `header ${name}` };
}

/**
 * Returns whether an encrypted text contains this value. False if the text cannot be decrypted, so that the value can
 * be replaced.
 */
function opensTo(
  value: string,
  sealer: Sealer,
  sealed: string | undefined,
  place: SealedPlace,
): boolean {
  if (sealed === undefined) return false;
  try {
    return sealer.open(sealed, place) === value;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(value, name)]),
  );
}
