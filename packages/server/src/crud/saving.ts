import {
  differences,
  type EventObject,
  type RecordEventType,
  type RecordRules,
  type Stored,
  shownOf,
} from '@parley/domain';
import { isUniqueViolation } from '../db/failures.ts';
import type { Table } from '../db/table.ts';
import { recordEvent } from '../events/service.ts';
import { inSavepoint, type TenantContext } from '../tenancy/context.ts';
import type { uniqueValuesOf } from './unique-values.ts';

interface Wanted<Rec> {
  readonly before: Rec;
  readonly wanted: Rec;
}

/** A change of a record that is written. */
interface RowChange<Rec> {
  readonly before: Rec;
  readonly after: Rec;
  /** The old values of the shown fields that differ; undefined when none does. */
  readonly previous: Partial<Rec> | undefined;
}

export interface Change<Rec, Answer> {
  readonly before: Rec;
  readonly after: Rec;
  readonly answer: Answer;
}

/** The hooks that a kind of record runs after changes. */
export interface Following<Rec, Answer> {
  /** Writes what follows from a change to other records, in its transaction, before its events are recorded. */
  saved?(ctx: TenantContext, after: Rec, before: Rec): Promise<void>;
  /** Like `saved`, but gets all changes that are written together. */
  savedTogether?(ctx: TenantContext, changes: readonly RowChange<Rec>[]): Promise<void>;
  /** Returns the channel of the record to which a record without a channel belongs. Read in its transaction. */
  channelOf?(ctx: TenantContext, answer: Answer): Promise<string | null>;
}

interface Saving<Rec extends Stored, Row extends { id: string }, Answer> {
  readonly uniqueValues: ReturnType<typeof uniqueValuesOf<Rec, Row>>;
  readonly following: Following<Rec, Answer>;
  showAll(ctx: TenantContext, records: readonly Rec[]): Promise<readonly Answer[]>;
}

/** Returns functions that write changes of records. Call them in the transaction that has locked the records. */
export function savingOf<
  Rec extends Stored,
  Row extends { id: string },
  Answer extends EventObject,
>(
  table: Table<Rec, Row>,
  rules: Pick<RecordRules<Rec, never, never, never>, 'hidden' | 'changeEvents'>,
  { uniqueValues, following, showAll }: Saving<Rec, Row, Answer>,
) {
  const { isSame, requireFree, conflictOf } = uniqueValues;

  /** Returns the change to the wanted record, with its time; undefined when no field differs. */
  function changeTo(
    ctx: TenantContext,
    { before, wanted }: Wanted<Rec>,
  ): RowChange<Rec> | undefined {
    const differing = differences(before, wanted);
    if (!differing) return undefined;
    const previous = shownOf(rules, differing);
    const after = previous ? { ...wanted, updatedAt: ctx.now().toISOString() } : wanted;
    return { before, after, previous };
  }

  async function write(ctx: TenantContext, { before, after }: RowChange<Rec>): Promise<void> {
    const patch = table.toPatch(before, after);
    const match = { id: after.id } as Partial<Row>;
    if (isSame(after, before)) {
      ctx.db.patch(table, match, patch);
      return;
    }
    await requireFree(ctx, after);
    try {
      await inSavepoint(ctx, (ctx) => ctx.db.update(table, match, patch));
    } catch (error) {
      // Another record took the value after the check.
      throw isUniqueViolation(error) ? await conflictOf(ctx, after) : error;
    }
  }

  /** Writes a changed record and its events; writes nothing when no field differs. */
  async function save(ctx: TenantContext, before: Rec, wanted: Rec): Promise<Answer> {
    return (await replace(ctx, before, wanted)).answer;
  }

  /** Like `save`, writes a changed record, but also returns the stored record. */
  async function replace(
    ctx: TenantContext,
    before: Rec,
    wanted: Rec,
  ): Promise<Omit<Change<Rec, Answer>, 'before'>> {
    const change = changeTo(ctx, { before, wanted });
    if (change) await write(ctx, change);
    const [answer] = change ? await announce(ctx, [change]) : await showAll(ctx, [before]);
    return { after: change?.after ?? before, answer: answer as Answer };
  }

  /**
   * Writes changes of different records and their events like `save`, on Postgres with fewer statements. The unique
   * values of the records must stay the same.
   */
  async function saveTogether(ctx: TenantContext, wanted: readonly Wanted<Rec>[]): Promise<void> {
    const changes = wanted.flatMap((one) => changeTo(ctx, one) ?? []);
    if (changes.length === 0) return;
    const rows = changes.map(({ before, after }) => {
      // A patch has only columns of its table.
      const columns = Object.keys(table.toPatch(before, after)) as (keyof Row & string)[];
      return { row: table.toRow(after), columns };
    });
    await ctx.db.updateTogether(table, rows);
    await announce(ctx, changes);
  }

  /** Does what follows from written changes, and records their events. Returns the records as the API shows them. */
  async function announce(
    ctx: TenantContext,
    changes: readonly RowChange<Rec>[],
  ): Promise<readonly Answer[]> {
    await following.savedTogether?.(ctx, changes);
    for (const { before, after } of changes) await following.saved?.(ctx, after, before);
    const all = changes.map(({ after }) => after);
    const answers = await showAll(ctx, all);
    for (const [place, { after, previous }] of changes.entries()) {
      const object = answers[place] as Answer;
      const events = previous ? rules.changeEvents(previous, after) : [];
      for (const { type, previous } of events) await note(ctx, type, { object, previous });
    }
    return answers;
  }

  /** Records an event of a record; none when its kind has no such event. */
  async function note(
    ctx: TenantContext,
    type: RecordEventType | undefined,
    what: { readonly object: Answer; readonly previous?: Partial<Rec> },
  ): Promise<void> {
    if (!type) return;
    const channelId = await following.channelOf?.(ctx, what.object);
    recordEvent(ctx, type, { ...what, channelId });
  }

  return { save, saveTogether, replace, note };
}
