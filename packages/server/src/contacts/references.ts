import { setImmediate as nextTurn } from 'node:timers/promises';
import { conversationsTable } from '../conversations/table.ts';
import type { RowsIn } from '../db/table.ts';
import { dealsTable } from '../deals/table.ts';
import { notesTable } from '../notes/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketChangesTable, ticketsTable } from '../tickets/table.ts';
import { moveReferences } from './statements/move-references.ts';
import { consentsTable, contactMergesTable, identitiesTable } from './table.ts';

// Every place where a row names a contact. references.test.ts compares the list with the columns of the schema.

/** A table with the column that names a contact. The rows are found by this column's index. */
export const contactColumns = [
  { table: identitiesTable, column: 'contact_id' },
  { table: consentsTable, column: 'contact_id' },
  { table: conversationsTable, column: 'contact_id' },
  { table: dealsTable, column: 'contact_id' },
  { table: ticketsTable, column: 'contact_id' },
  { table: notesTable, column: 'contact_id' },
  { table: contactMergesTable, column: 'merged_into_id' },
] as const satisfies readonly { table: RowsIn<object>; column: string }[];

/** Tables whose column `author` has JSON that may name a contact. */
export const authorTables = [ticketCommentsTable, ticketChangesTable] as const;

/** Makes everything that names a contact name another one; in a transaction that has locked both. */
export async function moveAllReferences(
  ctx: TenantContext,
  from: string,
  to: string,
  at: string,
): Promise<void> {
  const inColumns = contactColumns.map((place) => ({ ...place, inAuthor: false }));
  const inAuthors = authorTables.map((table) => ({ table, column: 'author_id', inAuthor: true }));
  for (const { table, column, inAuthor } of [...inColumns, ...inAuthors]) {
    const columns: readonly string[] = table.columns;
    const updatedAt = !inAuthor && columns.includes('updated_at') ? at : undefined;
    const references = { table: table.name, column, from, to, updatedAt, inAuthor };
    while (await ctx.db.run(moveReferences, references)) await nextTurn();
  }
}
