import type { MatchField } from '@parley/contract/schemas';
import { contactRules, differences, isSame, type StoredContact, summaryOf } from '@parley/domain';
import { updateContactSummary } from '../conversations/effects.ts';
import { isUniqueViolation, RunAgainError } from '../db/failures.ts';
import { inOrder } from '../db/in-order.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { withAddresses } from './records.ts';
import { uniqueColumns } from './statements/find-holders.ts';
import { type AddressRows, noAddresses, readAddresses } from './statements/read-addresses.ts';
import { type ContactRow, contactsTable } from './table.ts';

export interface ContactChange {
  readonly before: StoredContact;
  /** The changed contact, with the time of its change. */
  readonly after: StoredContact;
  /** The old values of the fields that differ. */
  readonly previous: Partial<StoredContact>;
}

/** Returns the change of a contact to the wanted one; undefined when no field differs. */
export function changeTo(
  ctx: TenantContext,
  before: StoredContact,
  wanted: StoredContact,
): ContactChange | undefined {
  const previous = differences(before, { ...wanted, updatedAt: before.updatedAt });
  if (!previous) return undefined;
  return { before, after: { ...wanted, updatedAt: ctx.now().toISOString() }, previous };
}

type Rewrite = Pick<ContactChange, 'before' | 'after'>;

/**
 * Writes many changed contacts with few statements: their rows, also new unique values, and their summaries in
 * conversations. Records no events. Returns the addresses of these contacts and of those with the IDs in `shown`. Call it
 * in the transaction that has locked the contacts and checked their unique values; each contact may occur once. If another
 * transaction takes a value first, the transaction runs again.
 */
export async function writeTogether(
  ctx: TenantContext,
  changes: readonly Rewrite[],
  shown: readonly string[] = [],
): Promise<AddressRows> {
  const rows = changes.flatMap(({ before, after }) => {
    // A patch has only columns of its table.
    const columns = Object.keys(contactsTable.toPatch(before, after)) as Column[];
    return columns.length === 0 ? [] : [{ before, row: contactsTable.toRow(after), columns }];
  });
  try {
    // Old unique values are released first, so that two contacts can exchange a value.
    await ctx.db.updateTogether(contactsTable, releasedKeys(rows));
    await ctx.db.updateTogether(contactsTable, rows);
  } catch (error) {
    throw isUniqueViolation(error) ? new RunAgainError() : error;
  }
  const ids = [...new Set([...shown, ...changes.map(({ after }) => after.id)])];
  if (ids.length === 0) return noAddresses;
  const addresses = await ctx.db.run(readAddresses, ids);
  const talking = new Set(addresses.exchanges.map(({ contactId }) => contactId));
  await inOrder(
    changes.map(async ({ before, after }) => {
      const summary = summaryOf(after);
      if (!talking.has(after.id) || isSame(summary, summaryOf(before))) return;
      await updateContactSummary(ctx, summary);
    }),
  );
  return addresses;
}

/** Records the events of changed contacts, which show these addresses. */
export function announceChanges(
  ctx: TenantContext,
  changes: readonly ContactChange[],
  addresses: AddressRows,
): void {
  for (const { after, previous } of changes) {
    const object = withAddresses(after, addresses, ctx.now().getTime());
    for (const { type, previous: values } of contactRules.changeEvents(previous, after)) {
      recordEvent(ctx, type, { object, previous: values });
    }
  }
}

type Column = keyof ContactRow & string;
interface Rewritten {
  readonly before: StoredContact;
  readonly row: ContactRow;
  readonly columns: readonly Column[];
}

/**
 * Returns rows that set the columns of changed unique values to null. Write them first, so that two contacts can
 * exchange a value.
 */
function releasedKeys(rows: readonly Rewritten[]): Omit<Rewritten, 'before'>[] {
  return rows.flatMap(({ before, row, columns }) => {
    const released = (Object.keys(uniqueColumns) as MatchField[])
      .filter((field) => before[field] !== null)
      .map((field) => uniqueColumns[field])
      .filter((column) => columns.includes(column));
    if (released.length === 0) return [];
    const empty = Object.fromEntries(released.map((column) => [column, null]));
    return [{ row: { ...row, ...empty }, columns: released }];
  });
}
