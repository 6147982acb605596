import {
  advancedImport,
  type ContactRow,
  changeOfRow,
  contactOfRow,
  isOpenImport,
  keptErrors,
  type RowErrors,
  type RowOutcome,
  requireUnique,
  rowErrorsOf,
  type StoredContactImport,
} from '@parley/domain';
import { Turns } from '@parley/search';
import { ContactWriter } from '../contacts/contact-writer.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { Batch, ReadRow } from './batches.ts';
import { contactImports, endFile } from './records.ts';
import { contactImportErrorsTable } from './table.ts';

const errorsAtOnce = 200;

/**
 * Applies a batch of rows and stores the progress of the import, in one transaction. Returns undefined, without
 * changes, when another worker has applied these rows or the import has ended.
 */
export async function applyBatch(
  ctx: TenantContext,
  importId: string,
  { rows, start, end }: Batch,
): Promise<StoredContactImport | undefined> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await contactImports.lock(ctx, importId);
    if (!before || !isOpenImport(before) || before.offset !== start) return undefined;
    const outcomes = await applyRows(ctx, before, rows);
    const at = ctx.now().toISOString();
    const after = advancedImport(before, outcomes, { offset: end, at });
    await contactImports.save(ctx, before, after);
    if (!isOpenImport(after)) await endFile(ctx, after);
    return after;
  });
}

async function applyRows(
  ctx: TenantContext,
  before: StoredContactImport,
  rows: readonly ReadRow[],
): Promise<RowOutcome[]> {
  const readable = rows.filter((row) => row !== undefined).filter((row) => 'body' in row);
  const writer = await ContactWriter.open(ctx, readable, { mergesEvents: true });
  const outcomes: RowOutcome[] = [];
  const errors = new Map<number, RowErrors>();
  const turns = new Turns();
  for (const [at, row] of rows.entries()) {
    await turns.pause();
    const outcome = row && ('errors' in row ? row : applyRow(ctx, row, { of: before, writer }));
    await writer.sendCreated();
    if (outcome === null || typeof outcome !== 'object') {
      outcomes.push(outcome ?? null);
      continue;
    }
    outcomes.push('failed');
    errors.set(at, outcome.errors);
  }
  await writer.end();
  const mistakes = keptErrors(before, errors).map((error) =>
    contactImportErrorsTable.toRow({ id: ctx.newId('ime'), importId: before.id, ...error }),
  );
  for (let at = 0; at < mistakes.length; at += errorsAtOnce) {
    await turns.pause();
    await ctx.db.insertTogether(contactImportErrorsTable, mistakes.slice(at, at + errorsAtOnce));
  }
  return outcomes;
}

interface Applying {
  readonly of: Pick<StoredContactImport, 'onConflict' | 'dryRun'>;
  readonly writer: ContactWriter;
}

function applyRow(
  ctx: TenantContext,
  row: ContactRow,
  applying: Applying,
): RowOutcome | { readonly errors: RowErrors } {
  try {
    return put(ctx, row, applying);
  } catch (error) {
    return { errors: rowErrorsOf(error) };
  }
}

/** Applies a row. Throws the error with which it is refused; then it has changed nothing. */
function put(
  ctx: TenantContext,
  row: ContactRow,
  { of: { onConflict, dryRun }, writer }: Applying,
): RowOutcome {
  const { fields, known } = writer;
  const before = contactOfRow(row, known);
  if (before && onConflict === 'skip') return 'skipped';
  const { after: wanted, consents } = changeOfRow(row, before, {
    fields,
    refusals: writer.refusalsOf(row),
    at: ctx.now().toISOString(),
    newContactId: () => ctx.newId('con'),
    newConsentId: () => ctx.newId('cns'),
  });
  requireUnique(wanted, known);
  const outcome = before ? 'updated' : 'created';
  if (dryRun) return outcome;
  if (before) writer.save(before, wanted);
  else {
    writer.requireRoom();
    writer.create(wanted);
  }
  writer.addConsents(consents);
  return outcome;
}
