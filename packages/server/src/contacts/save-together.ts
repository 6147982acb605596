import type { MatchField } from '@parley/contract/schemas';
import {
  contactRules,
  differences,
  isSame,
  type StoredContact,
  shownOf,
  summaryOf,
} from '@parley/domain';
import { updateContactSummary } from '../conversations/effects.ts';
import { isUniqueViolation, RunAgainError } from '../db/failures.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { withAddresses } from './records.ts';
import { uniqueColumns } from './statements/find-holders.ts';
import { readAddresses } from './statements/read-addresses.ts';
import { type ContactRow, contactsTable } from './table.ts';

export interface ContactChange {
  readonly before: StoredContact;
  readonly wanted: StoredContact;
}

/**
 * Writes many changed contacts with few statements: their rows, their summaries in conversations, and their events.
 * Call it in the transaction that has locked the contacts and checked their unique values; each contact may occur once.
 * If another transaction takes a value first, the transaction runs again.
 */
export async function saveTogether(
  ctx: TenantContext,
  changes: readonly ContactChange[],
): Promise<void> {
  const at = ctx.now().toISOString();
  const changed = changes.flatMap(({ before, wanted }) => {
    const differing = differences(before, wanted);
    if (!differing) return [];
    const previous = shownOf(contactRules, differing);
    return [{ before, previous, after: previous ? { ...wanted, updatedAt: at } : wanted }];
  });
  if (changed.length === 0) return;
  const rows = changed.map(({ before, after }) => ({
    before,
    row: contactsTable.toRow(after),
    // A patch has only columns of its table.
    columns: Object.keys(contactsTable.toPatch(before, after)) as Column[],
  }));
  try {
    // Old unique values are released first, so that two contacts can exchange a value.
    await ctx.db.updateTogether(contactsTable, releasedKeys(rows));
    await ctx.db.updateTogether(contactsTable, rows);
  } catch (error) {
    throw isUniqueViolation(error) ? new RunAgainError() : error;
  }
  const addresses = await ctx.db.run(
    readAddresses,
    changed.map(({ before }) => before.id),
  );
  const talking = new Set(addresses.exchanges.map(({ contactId }) => contactId));
  for (const { before, after, previous } of changed) {
    const summary = summaryOf(after);
    if (talking.has(after.id) && !isSame(summary, summaryOf(before))) {
      await updateContactSummary(ctx, summary);
    }
    if (!previous) continue;
    const object = withAddresses(after, addresses, ctx.now().getTime());
    const subject = { type: contactRules.subject, id: after.id };
    for (const { type, previous: values } of contactRules.changeEvents(previous, after)) {
      recordEvent(ctx, type, { subject, object, previous: values });
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
