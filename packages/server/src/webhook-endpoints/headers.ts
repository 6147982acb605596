import {
  hiddenHeaderValue,
  ServiceError,
  type WebhookHeadersPatch,
  webhookLimits,
} from '@parley/contract/schemas';
import { fromJson, toJson } from '../db/columns.ts';
import { SealError, type SealedPlace, type Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';

// Names of headers mean the same in any case: they are kept in lower case, each with its sealed value.

export interface EndpointHeaders {
  endpointId: string;
  /** As the column holds them. */
  column: string;
}

export const noHeaders = '{}';

/** The column of a new endpoint. */
export function sealHeaders(
  ctx: TenantContext,
  sealer: Sealer,
  endpointId: string,
  given: Readonly<Record<string, string>>,
): string {
  return merge(ctx, sealer, { endpointId, column: noHeaders }, Object.entries(given));
}

/** The column after a change; a value that stays the same keeps its text. */
export function changeHeaders(
  ctx: TenantContext,
  sealer: Sealer,
  headers: EndpointHeaders,
  patch: WebhookHeadersPatch,
): string {
  const changes = Object.entries(patch).filter(([, value]) => value !== hiddenHeaderValue);
  return merge(ctx, sealer, headers, changes);
}

export function headerPlace({ db }: TenantContext, endpointId: string, name: string): SealedPlace {
  return { tenantId: db.tenantId, recordId: endpointId, field: `header ${name}` };
}

function merge(
  ctx: TenantContext,
  sealer: Sealer,
  { endpointId, column }: EndpointHeaders,
  changes: readonly [string, string | null][],
): string {
  const headers = new Map(Object.entries(fromJson<Record<string, string>>(column)));
  for (const [given, value] of changes) {
    const name = given.toLowerCase();
    const place = headerPlace(ctx, endpointId, name);
    const sealed = headers.get(name);
    if (value === null) headers.delete(name);
    else if (sealed === undefined || !opensTo(value, sealer, sealed, place)) {
      headers.set(name, sealer.seal(value, place));
    }
  }
  if (headers.size <= webhookLimits.headers) return toJson(Object.fromEntries(headers));
  const message = `has more than ${webhookLimits.headers} headers`;
  throw new ServiceError('SVC-VALIDATION', {
    issues: [{ in: 'body', path: 'headers', code: 'too_long', message }],
  });
}

/** What cannot be opened any more can still be replaced. */
function opensTo(value: string, sealer: Sealer, sealed: string, place: SealedPlace): boolean {
  try {
    return sealer.open(sealed, place) === value;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
