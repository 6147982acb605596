import { setImmediate as nextTurn } from 'node:timers/promises';
import { tagEntities, tagKey, type UpdateTagBody } from '@parley/contract/schemas';
import { requireActiveTag, type StoredTag, tagRules } from '@parley/domain';
import { lockKind } from '../crud/lock-kind.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { tags } from './records.ts';
import { retag } from './retag.ts';
import { tagsTable, tagUsesTable } from './table.ts';

// Every record that has a tag contains its name. A rename or a deletion therefore changes these records, 100 in a
// transaction: the first ones before the response, the others in a job. Until the end, the tag's `status` shows this.
// After a rename, a hidden row keeps the earlier name: a record that is written with that name gets the new one.

/** The number of records that one transaction changes. */
const batch = 100;
/**
 * The maximum number of records that change before the response, and the time in milliseconds after which no further
 * transaction begins, except the first. On a busy server, 500 records may take longer than clients wait.
 */
const atOnce = { records: 500, ms: 5_000 };
/**
 * The wait before the job starts, in milliseconds. The job changes the remaining records, also when the request was
 * interrupted.
 */
const delayMs = 5_000;

/** Updates a tag. If its name changes, renames it in the first records that have it, and a job renames it in the others. */
export async function updateTag(
  ctx: TenantContext,
  id: string,
  body: UpdateTagBody,
  limits = atOnce,
): Promise<void> {
  const startedAt = performance.now();
  const changing = await inTransaction(ctx, async (ctx) => {
    if (body.name !== undefined) await holdNames(ctx);
    const before = await tags.take(ctx, id);
    const wanted = tagRules.changed(before, body, ctx.now().toISOString());
    const isRenamed = wanted.name !== before.name;
    requireActiveTag(before, isRenamed ? 'rename' : 'update');
    if (!isRenamed || !(await isUsed(ctx, before))) {
      await tags.save(ctx, before, wanted);
      return undefined;
    }
    await tags.save(ctx, before, { ...wanted, status: 'renaming' });
    if (tagKey(wanted.name) === tagKey(before.name)) return await changeLater(ctx, id);
    const former = { ...before, id: ctx.newId('tag'), replacedById: id };
    await ctx.db.insert(tagsTable, tagsTable.toRow(former));
    return await changeLater(ctx, former.id);
  });
  if (changing) await changeFirst(ctx, changing, { ...limits, startedAt });
}

/** Removes a tag from its first records; a job removes it from the others. Deletes the tag when no record has it. */
export async function deleteTag(ctx: TenantContext, id: string, limits = atOnce): Promise<void> {
  const startedAt = performance.now();
  const changing = await inTransaction(ctx, async (ctx) => {
    await holdNames(ctx);
    const before = await tags.take(ctx, id);
    if (before.status === 'deleting') return id;
    requireActiveTag(before, 'delete');
    if (!(await isUsed(ctx, before))) return await removeName(ctx, before);
    await tags.save(ctx, before, { ...before, status: 'deleting' });
    return await changeLater(ctx, id);
  });
  if (changing) await changeFirst(ctx, changing, { ...limits, startedAt });
}

/** Changes the records of one transaction at least, so that a tag of a few records is done with the response. */
async function changeFirst(
  ctx: TenantContext,
  id: string,
  { records, ms, startedAt }: typeof atOnce & { readonly startedAt: number },
): Promise<void> {
  const isDone = await changeRecords(ctx, id, { records: batch });
  if (isDone) return;
  await changeRecords(ctx, id, { records: records - batch, endMs: startedAt + ms });
}

/**
 * Changes the records of a tag that is renamed or deleted. `id` is the ID of the row with the name that the records
 * still have. Returns whether all are done. Can be repeated, and can run in two processes at once.
 */
export async function changeRecords(
  ctx: TenantContext,
  id: string,
  { records = Infinity, endMs = Infinity }: { readonly records?: number; readonly endMs?: number },
): Promise<boolean> {
  for (let done = 0; performance.now() < endMs && done < records; await nextTurn()) {
    const changed = await changeSome(ctx, id);
    if (changed === 0 && (await settle(ctx, id))) return true;
    done += changed;
  }
  return false;
}

/** Renames or removes the tag in up to 100 records. Returns how many it changed: 0 when no record is left. */
async function changeSome(ctx: TenantContext, id: string): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    const change = await readChange(ctx, id);
    if (!change) return 0;
    const { row, key, name, keepsKey } = change;
    const [from, after] = keepsKey && row.progress ? row.progress.split(' ') : [];
    const first = Math.max(0, (tagEntities as readonly unknown[]).indexOf(from));
    for (const entity of tagEntities.slice(first)) {
      const uses = await ctx.db
        .select(tagUsesTable)
        .where({ name_key: key, entity })
        .where('record_id', '>', (entity === from && after) || '')
        .orderBy('record_id')
        .limit(batch);
      const last = uses.at(-1);
      if (!last) continue;
      const ids = uses.map(({ record_id }) => record_id);
      await retag(ctx, entity, { ids, key, name });
      // Records that were changed have another key, so they are not found again.
      if (keepsKey) {
        await ctx.db.update(tagsTable, { id }, { progress: `${entity} ${last.record_id}` });
      }
      return uses.length;
    }
    return 0;
  });
}

/** Ends a rename or a deletion. Returns false while records still have the earlier name. */
async function settle(ctx: TenantContext, id: string): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    await holdNames(ctx);
    const change = await readChange(ctx, id);
    if (!change) return true;
    const { row, tag, keepsKey } = change;
    if (!keepsKey) {
      if (await isUsed(ctx, row)) return false;
      await removeName(ctx, row);
      if (row === tag) return true;
    }
    await tags.save(ctx, tag, { ...tag, status: 'active', progress: null });
    return true;
  });
}

interface Change {
  /** The row with the name that the records still have. */
  readonly row: StoredTag;
  readonly tag: StoredTag;
  readonly key: string;
  /** The new name; null when the tag is removed. */
  readonly name: string | null;
  /** Whether only the spelling of the name changes. */
  readonly keepsKey: boolean;
}

async function readChange(ctx: TenantContext, id: string): Promise<Change | undefined> {
  const row = await readRow(ctx, id);
  const tag = row?.replacedById ? await readRow(ctx, row.replacedById) : row;
  if (!row || !tag || tag.status === 'active') return undefined;
  const isDeleted = tag.status === 'deleting';
  return {
    row,
    tag,
    key: tagKey(row.name),
    name: isDeleted ? null : tag.name,
    keepsKey: row === tag && !isDeleted,
  };
}

/**
 * Returns the stored row of the tag with this ID, or undefined. It also returns a row that a rename has
 * replaced, with the earlier name.
 */
async function readRow(ctx: TenantContext, id: string): Promise<StoredTag | undefined> {
  const row = await ctx.db.select(tagsTable).where({ id }).first();
  return row && tagsTable.toRecord(row);
}

/** Waits for transactions that write tags to records, and makes new ones wait until this transaction ends. */
async function holdNames(ctx: TenantContext): Promise<void> {
  await ctx.db.run(lockKind, { kind: 'tag' });
}

async function isUsed(ctx: TenantContext, { name }: StoredTag): Promise<boolean> {
  const use = await ctx.db
    .select(tagUsesTable)
    .where({ name_key: tagKey(name) })
    // Without an order, Postgres reads the table where few tags have most of the rows.
    .orderBy('entity')
    .first();
  return use !== undefined;
}

async function removeName(ctx: TenantContext, { id }: StoredTag): Promise<undefined> {
  await ctx.db.remove(tagsTable, { id });
}

async function changeLater(ctx: TenantContext, tagId: string): Promise<string> {
  await enqueue(ctx, 'change-tag', { tagId }, { delayMs });
  return tagId;
}
