import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Conversation } from '@parley/contract/schemas';
import { contactFields } from '@parley/domain';
import { conversationsTable } from '../conversations/table.ts';
import { longParts } from '../crud/parts.ts';
import type { RowsIn } from '../db/table.ts';
import { dealsTable } from '../deals/table.ts';
import { notesTable } from '../notes/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketChangesTable, ticketsTable } from '../tickets/table.ts';
import { moveReferences } from './statements/move-references.ts';
import { consentsTable, contactMergesTable, identitiesTable } from './table.ts';

// All columns that name a contact. references.test.ts compares the list with the columns of the schema.

/** The columns with the ID of a contact. Each has an index. */
export const contactColumns = [
  { table: identitiesTable, column: 'contact_id' },
  { table: consentsTable, column: 'contact_id' },
  { table: conversationsTable, column: 'contact_id' },
  { table: dealsTable, column: 'contact_id' },
  { table: ticketsTable, column: 'contact_id' },
  { table: notesTable, column: 'contact_id' },
  { table: contactMergesTable, column: 'merged_into_id' },
] as const satisfies readonly { table: RowsIn<object>; column: string }[];

/** The tables whose column `author` contains JSON that may name a contact. */
export const authorTables = [ticketCommentsTable, ticketChangesTable] as const;

interface Move {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** The summary of the contact that gets the records. Conversations store it. */
  readonly summary: Conversation['contact'];
}

const inColumns = contactColumns.map((place) => ({ ...place, inAuthor: false }));
const inAuthors = authorTables.map((table) => ({ table, column: 'author_id', inAuthor: true }));
const places = [...inColumns, ...inAuthors];
type ReferencePlace = (typeof places)[number];

/**
 * Makes every record that refers to a contact refer to another one. Call it in a transaction that has locked both
 * contacts.
 */
export async function moveAllReferences(ctx: TenantContext, move: Move): Promise<void> {
  for (const place of places) while (await moveSome(ctx, place, move)) await nextTurn();
}

/** Returns the columns in which too many rows refer to a contact for the transaction of the merge. */
export async function longPlaces(ctx: TenantContext, contactId: string): Promise<ReferencePlace[]> {
  return await longParts(ctx, stepped, contactId);
}

// Identities are always moved by the transaction of the merge: its event shows those of the duplicate.
const stepped = places.filter(({ table }) => table !== identitiesTable);

/**
 * Makes some records refer to the other contact. Call it in a transaction that has locked both contacts. Returns
 * whether more may remain.
 */
export async function moveSome(
  ctx: TenantContext,
  { table, column, inAuthor }: ReferencePlace,
  { from, to, at, summary }: Move,
): Promise<boolean> {
  const columns: readonly string[] = table.columns;
  const cells = {
    ...(!inAuthor && columns.includes('updated_at') && { updated_at: at }),
    ...(table === conversationsTable && conversationsTable.toCells(contactFields(summary))),
  };
  return await ctx.db.run(moveReferences, { table: table.name, column, from, to, cells, inAuthor });
}
