import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consent, CustomField } from '@parley/contract/schemas';
import { contactImportLimits } from '@parley/contract/schemas';
import {
  advancedImport,
  type ContactRow,
  contactOfRow,
  decisionsOfRow,
  importedContact,
  isOpenImport,
  type LimitCount,
  type Refusal,
  type RowOutcome,
  reachedBy,
  refusedByLimit,
  reimportedContact,
  requireUnique,
  rowErrorsOf,
  type StoredContact,
  type StoredContactImport,
  suppressedAddresses,
  withDecisions,
} from '@parley/domain';
import { Turns } from '@parley/search';
import { contacts } from '../contacts/records.ts';
import { type ContactChange, saveTogether } from '../contacts/save-together.ts';
import { consentsTable, contactsTable } from '../contacts/table.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { holdFieldsOf } from '../custom-fields/values.ts';
import { isUniqueViolation, RunAgainError } from '../db/failures.ts';
import { findSuppressionsOfEach } from '../suppressions/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit, recordReached } from '../tenants/limits.ts';
import type { Batch, ReadRow, RowErrors } from './batches.ts';
import { type KnownContacts, readKnown } from './known-contacts.ts';
import { contactImports, endFile } from './records.ts';
import { contactImportErrorsTable } from './table.ts';

/** How many new contacts are sent to the database together. It inserts them while the next rows are checked. */
const sentTogether = 100;
const errorsOfRow = 20;
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
  const writer = await ImportWriter.open(ctx, before, readable);
  const outcomes: RowOutcome[] = [];
  const errors: { readonly row: number; readonly errors: RowErrors }[] = [];
  const turns = new Turns();
  for (const [at, row] of rows.entries()) {
    await turns.pause();
    const outcome = row && ('errors' in row ? row : writer.put(row));
    await writer.sendCreated();
    if (outcome === null || typeof outcome !== 'object') {
      outcomes.push(outcome ?? null);
      continue;
    }
    outcomes.push('failed');
    // The header is row 1, so the first row of data is row 2.
    errors.push({ row: before.processed + at + 2, errors: outcome.errors });
  }
  await writer.end();
  const room = Math.max(0, contactImportLimits.errors - before.failed);
  const mistakes = errors.slice(0, room).flatMap(({ row, errors }) =>
    errors.slice(0, errorsOfRow).map((error) =>
      contactImportErrorsTable.toRow({
        id: ctx.newId('ime'),
        importId: before.id,
        row,
        ...error,
      }),
    ),
  );
  for (let at = 0; at < mistakes.length; at += errorsAtOnce) {
    await turns.pause();
    await ctx.db.insertTogether(contactImportErrorsTable, mistakes.slice(at, at + errorsAtOnce));
  }
  return outcomes;
}

/** The records that the rows of a batch may change. They are locked before the first row is applied. */
interface Opened {
  readonly of: Pick<StoredContactImport, 'onConflict' | 'dryRun'>;
  readonly fields: readonly CustomField[];
  readonly known: KnownContacts;
  readonly refusals: ReadonlyMap<ContactRow, readonly Refusal[]>;
  readonly limit: LimitCount | undefined;
}

/** Collects the changes of the rows of a batch, and writes them together at the end. */
class ImportWriter {
  readonly #ctx: TenantContext;
  readonly #opened: Opened;
  readonly #created = new Map<string, StoredContact>();
  /** The inserts that were sent and are not awaited yet, and how many contacts they have. */
  readonly #sent: Promise<void>[] = [];
  #sentContacts = 0;
  readonly #changed = new Map<string, ContactChange>();
  readonly #consents: Consent[] = [];

  private constructor(ctx: TenantContext, opened: Opened) {
    this.#ctx = ctx;
    this.#opened = opened;
  }

  static async open(ctx: TenantContext, of: Opened['of'], rows: readonly ContactRow[]) {
    await ctx.db.run(lockKind, { kind: 'contact' });
    const limit = await lockLimit(ctx, 'contacts');
    const fields = await holdFieldsOf(ctx, 'contact');
    const known = await readKnown(ctx, rows);
    const addresses = rows.map(({ body }) => suppressedAddresses(body.phone ?? null, []));
    const found = await findSuppressionsOfEach(ctx, addresses);
    const refusals = new Map(rows.map((row, at) => [row, found[at] ?? []]));
    return new ImportWriter(ctx, { of, fields, known, refusals, limit });
  }

  put(row: ContactRow): RowOutcome | { readonly errors: RowErrors } {
    try {
      return this.#put(row);
    } catch (error) {
      return { errors: rowErrorsOf(error) };
    }
  }

  /**
   * Sends the new contacts to the database when there are many. Once a contact has changed, waits for `end`: a new
   * contact may get a unique value that the changed one had.
   */
  async sendCreated(): Promise<void> {
    if (this.#created.size < sentTogether || this.#changed.size > 0) return;
    this.#sendCreated();
    // The queries of a turn are sent at its end.
    await nextTurn();
  }

  /**
   * Writes the changed and the new contacts, and their opt-outs and opt-ins. Writes changed contacts before new ones: a
   * new one may get a unique value that a changed one had.
   */
  async end(): Promise<void> {
    const ctx = this.#ctx;
    await Promise.all(this.#sent);
    await saveTogether(ctx, [...this.#changed.values()]);
    this.#sendCreated();
    await Promise.all(this.#sent);
    const { limit } = this.#opened;
    if (limit && this.#sentContacts > 0) {
      recordReached(ctx, reachedBy(this.#addition(this.#sentContacts), limit, ctx.db.tenantId));
    }
    if (this.#consents.length === 0) return;
    await ctx.db.insertTogether(consentsTable, this.#consents.map(consentsTable.toRow));
  }

  #sendCreated(): void {
    const ctx = this.#ctx;
    const created = [...this.#created.values()];
    if (created.length === 0) return;
    const sent = this.#insert(created);
    // `end` throws the error of the insert, unless an earlier one ends the transaction.
    sent.catch(() => {});
    this.#sent.push(sent);
    this.#sentContacts += created.length;
    this.#created.clear();
    for (const contact of created) contacts.announce(ctx, contact, { ...contact, identities: [] });
  }

  async #insert(created: readonly StoredContact[]): Promise<void> {
    try {
      await this.#ctx.db.insertTogether(contactsTable, created.map(contactsTable.toRow));
    } catch (error) {
      // Another request has created one of these contacts since they were read.
      throw isUniqueViolation(error) ? new RunAgainError() : error;
    }
  }

  /** Throws SVC-LIMIT-REACHED when the tenant may not have one more contact. */
  #requireRoom(): void {
    const { limit } = this.#opened;
    const refused =
      limit && refusedByLimit(this.#addition(this.#sentContacts + this.#created.size + 1), limit);
    if (refused) throw refused;
  }

  #addition(records: number) {
    return { name: 'contacts', at: this.#ctx.now().toISOString(), records } as const;
  }

  #put(row: ContactRow): RowOutcome {
    const ctx = this.#ctx;
    const { of, fields, known, refusals } = this.#opened;
    const { onConflict, dryRun } = of;
    const before = contactOfRow(row, known);
    if (before && onConflict === 'skip') return 'skipped';
    const at = ctx.now().toISOString();
    const given = before
      ? reimportedContact(before, row, fields, at)
      : importedContact(row, fields, { id: ctx.newId('con'), at });
    const decisions = decisionsOfRow(row, given, refusals.get(row) ?? [], at);
    const newId = () => ctx.newId('cns');
    const { after: wanted, consents } = withDecisions(given, decisions, { at, newId });
    requireUnique(wanted, known);
    const outcome = before ? 'updated' : 'created';
    if (dryRun) return outcome;
    if (!before) this.#requireRoom();
    if (!before || this.#created.has(wanted.id)) this.#created.set(wanted.id, wanted);
    else {
      const { before: first = before } = this.#changed.get(wanted.id) ?? {};
      this.#changed.set(wanted.id, { before: first, wanted });
    }
    known.put(wanted);
    this.#consents.push(...consents);
    return outcome;
  }
}
