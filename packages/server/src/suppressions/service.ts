import { createHmac } from 'node:crypto';
import {
  later,
  newSuppression,
  type Refusal,
  refusalsOf,
  type StoredContact,
  type StoredSuppression,
  type SuppressedAddress,
} from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { requireSeenSuppressions } from './statements/require-seen.ts';
import { suppressionsTable } from './table.ts';

/**
 * Keeps the opt-outs of an erased contact as suppressions of its addresses. Call it in the transaction of the erasure.
 */
export async function keepSuppressions(
  ctx: TenantContext,
  contact: StoredContact,
  addresses: readonly SuppressedAddress[],
): Promise<void> {
  for (const refusal of refusalsOf(contact)) {
    for (const address of addresses) {
      const isNew = await insertSuppression(ctx, address, { ...refusal, source: 'erasure' });
      if (!isNew) await renewSuppression(ctx, address, refusal);
    }
  }
}

/**
 * Locks the suppression of an address and a scope, and gives it the time of a later decision. Returns undefined when
 * the address has none.
 */
export async function renewSuppression(
  ctx: TenantContext,
  address: SuppressedAddress,
  { scope, decidedAt: at }: Refusal,
): Promise<StoredSuppression | undefined> {
  const row = await ctx.db
    .select(suppressionsTable)
    .where({ scope })
    .whereIn('hash', hashesOf(ctx, address))
    .forUpdate()
    .first();
  if (!row) return undefined;
  const known = suppressionsTable.toRecord(row);
  const decidedAt = later(known.decidedAt, at);
  await ctx.db.update(suppressionsTable, { id: known.id }, { decided_at: decidedAt });
  return { ...known, decidedAt };
}

/** Writes a suppression. Returns undefined when the address has one of the same scope. */
export async function insertSuppression(
  ctx: TenantContext,
  address: SuppressedAddress,
  refusal: Refusal & Pick<StoredSuppression, 'source'>,
): Promise<StoredSuppression | undefined> {
  const [hash = ''] = hashesOf(ctx, address);
  const made = { id: ctx.newId('sup'), at: ctx.now().toISOString() };
  const { channelType } = address;
  const suppression = newSuppression({ ...refusal, channelType, hash }, made);
  const row = suppressionsTable.toRow(suppression);
  const isNew = await ctx.db.insertIfAbsent(suppressionsTable, row, ['hash', 'scope']);
  return isNew ? suppression : undefined;
}

/** Returns the opt-outs that suppressions store for these addresses. */
export async function findSuppressions(
  ctx: TenantContext,
  addresses: readonly SuppressedAddress[],
): Promise<Refusal[]> {
  const [found = []] = await findSuppressionsOfEach(ctx, [addresses]);
  return found;
}

/**
 * Returns the opt-outs that suppressions store for the addresses of each contact. Call it in the transaction that gives
 * a contact the addresses: it runs again when another transaction suppresses one of them meanwhile.
 */
export async function findSuppressionsOfEach(
  ctx: TenantContext,
  addresses: readonly (readonly SuppressedAddress[])[],
): Promise<Refusal[][]> {
  const hashes = addresses.map((own) => own.flatMap((address) => hashesOf(ctx, address)));
  const all = hashes.flat();
  if (all.length === 0) return addresses.map(() => []);
  const found = await ctx.db.select(suppressionsTable).whereIn('hash', all);
  const known = found.map(suppressionsTable.toRecord);
  ctx.db.runLast(requireSeenSuppressions, { hashes: all, seen: known });
  return hashes.map((own) => known.filter(({ hash }) => own.includes(hash)));
}

/**
 * Returns the hashes of an address, one for each stored key of suppressions. New suppressions get the first one. Two
 * tenants have different hashes of an address.
 */
export function hashesOf(
  { db }: Pick<TenantContext, 'db'>,
  { channelType, key }: SuppressedAddress,
): string[] {
  const text = ['suppression', db.tenantId, channelType, key].join('\n');
  return db.suppressionKeys.map((secret) =>
    createHmac('sha256', secret).update(text).digest('hex'),
  );
}
