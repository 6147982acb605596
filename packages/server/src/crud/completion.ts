import type { Page } from '@parley/contract/schemas';
import { CompletionMemo, type Made } from '../db/record-memo.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** How the API shows records with data of other tables. */
export interface Completion<Rec, Own, Answer> {
  /** Returns the data of other tables for each record, in the order of the records. JSON can represent it. */
  read(ctx: TenantContext, records: readonly Rec[]): Promise<readonly Own[]>;
  /** Returns the data of a new record. Absent when other tables may have data about it. */
  fresh?(): Own;
  /** Returns the record as the API shows it, and until when the result is valid. */
  make(record: Rec, own: Own, nowMs: number): Made<Answer>;
}

/** Returns the functions that show records, a new record, and the records of a page. */
export function completed<Rec extends object, Own, Answer extends object>({
  read,
  fresh,
  make,
}: Completion<Rec, Own, Answer>) {
  const memo = new CompletionMemo<Rec, Answer>();

  return {
    async showAll(ctx: TenantContext, records: readonly Rec[]): Promise<Answer[]> {
      const all = await read(ctx, records);
      const nowMs = ctx.now().getTime();
      // `read` returns the data of every record that it is given.
      return records.map((record, place) => make(record, all[place] as Own, nowMs).record);
    },
    /** Shows a new record. Absent when other tables may have data about it. */
    showNew:
      fresh &&
      ((ctx: TenantContext, record: Rec): Answer =>
        make(record, fresh(), ctx.now().getTime()).record),
    /** If neither a record nor its data has changed, it is neither built nor validated again. */
    async showPage(ctx: TenantContext, { data, nextCursor }: Page<Rec>): Promise<Page<Answer>> {
      const all = await read(ctx, data);
      const nowMs = ctx.now().getTime();
      const answers = data.map((record, place) => {
        const own = all[place] as Own;
        return memo.get(record, own, nowMs, () => make(record, own, nowMs));
      });
      return { data: answers, nextCursor };
    },
  };
}
