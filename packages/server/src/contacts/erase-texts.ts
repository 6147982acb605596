import { setImmediate as nextTurn } from 'node:timers/promises';
import { erasedComment, erasedDeal, erasedTicket } from '@parley/domain';
import { rowsIn } from '../db/rows-in.ts';
import type { Table } from '../db/table.ts';
import type { Place } from '../db/tenant-query.ts';
import { dealsTable } from '../deals/table.ts';
import { notesTable } from '../notes/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketsTable } from '../tickets/table.ts';
import { eraseEvents, eraseFrom } from './erase-traces.ts';

// The part of an erasure that removes notes and texts, and keeps tickets and deals.

/** How many records one transaction handles. */
export const batch = 100;

type Id = { id: string };
type NoteRow = Id & Record<'contact_id' | 'conversation_id' | 'deal_id', string | null>;
const noteIds = rowsIn<NoteRow>(notesTable.name, ['id']);
type CommentRow = Id & { ticket_id: string; author_id: string | null; created_at: string };
export const commentIds = rowsIn<CommentRow>(ticketCommentsTable.name, ['id', 'created_at']);

export const idsIn = (rows: readonly Id[]) => rows.map(({ id }) => id);

/** Removes notes with their events, a limited number in each transaction. */
export async function eraseNotes(
  ctx: TenantContext,
  column: 'contact_id' | 'conversation_id' | 'deal_id',
  subjects: readonly string[],
): Promise<void> {
  const some = ({ db }: TenantContext) => db.select(noteIds).whereIn(column, subjects).limit(batch);
  const eraseSome = async () => {
    // Most records have no notes.
    if ((await some(ctx)).length === 0) return 0;
    return await inTransaction(ctx, async (ctx) => {
      const ids = idsIn(await some(ctx).forUpdate());
      await eraseEvents(ctx, ids);
      await eraseFrom(ctx, notesTable.name, 'id', ids);
      return ids.length;
    });
  };
  while ((await eraseSome()) === batch) await nextTurn();
}

/** Removes the texts of tickets and of their comments. */
export async function eraseTickets(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  // Most tickets have few comments, so one query finds those of all tickets.
  const some = await ctx.db.select(commentIds).whereIn('ticket_id', ids).limit(batch);
  if (some.length === batch) for (const id of ids) await eraseCommentsOf(ctx, id);
  else if (some.length > 0) await eraseComments(ctx, idsIn(some));
  await eraseTexts(ctx, ticketsTable, ids, erasedTicket);
}

/** Removes the texts of the comments of a ticket. Reads them in the order of their index. */
async function eraseCommentsOf(ctx: TenantContext, ticketId: string): Promise<void> {
  for (let after: Place | undefined; ; await nextTurn()) {
    const page = { column: 'created_at', direction: 'asc', after, limit: batch } as const;
    const found = await ctx.db.select(commentIds).where({ ticket_id: ticketId }).page(page);
    // The last one tells only that there are more.
    const comments = found.slice(0, batch);
    const last = comments.at(-1);
    if (last) await eraseComments(ctx, idsIn(comments));
    if (!last || found.length === comments.length) return;
    after = { key: last.created_at, id: last.id };
  }
}

export async function eraseDeals(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  await eraseNotes(ctx, 'deal_id', ids);
  await eraseTexts(ctx, dealsTable, ids, erasedDeal);
}

export async function eraseComments(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  await eraseTexts(ctx, ticketCommentsTable, ids, erasedComment);
}

/** Removes the texts of records, and the events about them. */
async function eraseTexts<Rec, Row extends Id>(
  ctx: TenantContext,
  table: Table<Rec, Row>,
  ids: readonly string[],
  erased: (record: Rec) => Rec,
): Promise<void> {
  await eraseEvents(ctx, ids);
  await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db.select(table).whereIn('id', ids).orderBy('id').forUpdate();
    const all: readonly string[] = table.columns;
    const stamp = all.includes('updated_at') ? { updated_at: ctx.now().toISOString() } : {};
    const changes = rows.flatMap((row) => {
      const before = table.toRecord(row);
      const patch = table.toPatch(before, erased(before));
      if (Object.keys(patch).length === 0) return [];
      const changed = { ...patch, ...stamp };
      // A patch has only columns of its table.
      return {
        row: { ...row, ...changed },
        columns: Object.keys(changed) as (keyof Row & string)[],
      };
    });
    await ctx.db.updateTogether(table, changes);
    await eraseEvents(ctx, ids);
  });
}
