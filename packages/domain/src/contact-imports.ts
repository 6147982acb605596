import {
  type ContactImport,
  type ContactImportStatus,
  type CreateContactImportQuery,
  contactImportLimits,
  type ListContactImportsQuery,
  type MatchField,
} from '@parley/contract/schemas';
import { isAddressee, matchOf, oneContact } from './contact-matches.ts';
import type { ContactRow, RowErrors } from './contact-rows.ts';
import { contactRules, type StoredContact } from './contacts.ts';
import type { CsvDelimiter } from './csv-cells.ts';
import { anyOf } from './filters.ts';
import { checkTransition, conflict, type Transitions } from './refusals.ts';
import { defineRules } from './rules.ts';

/** A checked CSV file, with everything that is needed to read its rows. */
export interface ContactFile {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly delimiter: CsvDelimiter;
  readonly headers: readonly string[];
  /** The byte at which the next row to import begins. */
  readonly offset: number;
  readonly total: number;
}

/** A stored import, with the fields that no response shows. */
export interface StoredContactImport extends ContactImport, Omit<ContactFile, 'total'> {
  readonly mapping: string | null;
}

export interface NewImport {
  readonly query: CreateContactImportQuery;
  readonly file: ContactFile;
  readonly filename: string | null;
  readonly ignored: readonly string[];
}

export const contactImportRules = defineRules<
  StoredContactImport,
  NewImport,
  object,
  ListContactImportsQuery
>({
  kind: 'contactImport',
  initial: ({ query, file, filename, ignored }, { id, at }) => ({
    id,
    status: 'queued',
    filename,
    match: query.match,
    onConflict: query.onConflict,
    dryRun: query.dryRun,
    mapping: query.mapping ?? null,
    ignoredColumns: [...ignored],
    ...file,
    processed: 0,
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    error: null,
    startedAt: null,
    finishedAt: null,
    createdAt: at,
    updatedAt: at,
  }),
  changeEvents: ({ status }, after) =>
    status === undefined || after.status !== 'completed'
      ? []
      : [{ type: 'contact_import.completed', previous: { status } }],
  filters: { status: anyOf('status') },
});

export const contactImportTransitions: Transitions<ContactImportStatus> = {
  queued: ['running', 'completed', 'failed', 'canceled'],
  running: ['completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

/** Returns whether rows of the import are still to be applied. */
export function isOpenImport({ status }: Pick<ContactImport, 'status'>): boolean {
  return contactImportTransitions[status].length > 0;
}

/** Returns the import as the API shows it. */
export function shownImport({
  sha256: _sha256,
  sizeBytes: _size,
  delimiter: _delimiter,
  headers: _headers,
  offset: _offset,
  mapping: _mapping,
  ...shown
}: StoredContactImport): ContactImport {
  return shown;
}

/** Returns the import after a request to cancel it. Throws SVC-INVALID-TRANSITION when the import has already ended. */
export function canceledImport(before: StoredContactImport, at: string): StoredContactImport {
  checkTransition('contactImport', contactImportTransitions, before, 'canceled');
  if (before.status === 'canceled') return before;
  return { ...before, status: 'canceled', finishedAt: at };
}

export function failedImport(
  before: StoredContactImport,
  error: NonNullable<ContactImport['error']>,
  at: string,
): StoredContactImport {
  return { ...before, status: 'failed', error, finishedAt: at };
}

/** The result of a row; null for a row without values. */
export type RowOutcome = 'created' | 'updated' | 'skipped' | 'failed' | null;

/** Returns the import after some of its rows were applied. `offset` is the byte at which the next row begins. */
export function advancedImport(
  before: StoredContactImport,
  outcomes: readonly RowOutcome[],
  { offset, at }: { readonly offset: number; readonly at: string },
): StoredContactImport {
  const count = (wanted: RowOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const processed = before.processed + outcomes.length;
  const isOver = processed >= before.total;
  return {
    ...before,
    status: isOver ? 'completed' : 'running',
    processed,
    created: before.created + count('created'),
    updated: before.updated + count('updated'),
    skipped: before.skipped + count('skipped'),
    failed: before.failed + count('failed'),
    offset,
    startedAt: before.startedAt ?? at,
    finishedAt: isOver ? at : null,
  };
}

/**
 * Returns the errors to store of the rows that come next: those of the first rows that fail. `errors` has the errors of
 * each row by its place among them.
 */
export function keptErrors(
  { processed, failed }: StoredContactImport,
  errors: ReadonlyMap<number, RowErrors>,
) {
  const room = Math.max(0, contactImportLimits.errors - failed);
  return [...errors].slice(0, room).flatMap(([at, errorsOfRow]) =>
    // The header is row 1, so the first row of data is row 2.
    errorsOfRow
      .slice(0, contactImportLimits.errorsOfRow)
      .map((error) => ({ row: processed + at + 2, ...error })),
  );
}

/** Looks contacts up by the values that identify them. */
export interface ContactLookup {
  byId(id: string): StoredContact | undefined;
  holderOf(field: MatchField, wanted: StoredContact): StoredContact | undefined;
  /** Returns the contact that has the phone number of `wanted` as an address on WhatsApp. */
  addresseeOf(wanted: StoredContact): StoredContact | undefined;
}

/**
 * Returns the contact to which a row of a file or an item of a batch belongs, or undefined when it creates one. Throws
 * SVC-CONTACT-AMBIGUOUS when several contacts match, and SVC-RULE-VIOLATION when it has no value to look up.
 */
export function contactOfRow(
  row: Pick<ContactRow, 'id' | 'body'>,
  lookup: ContactLookup,
): StoredContact | undefined {
  const exported = row.id === null ? undefined : lookup.byId(row.id);
  if (exported) return exported;
  const match = matchOf(row.body);
  const known = oneContact(
    match.fields.flatMap((field) => {
      const holder = lookup.holderOf(field, match.wanted);
      return holder ? [{ field, id: holder.id }] : [];
    }),
  );
  if (known !== undefined) return lookup.byId(known);
  const addressee = lookup.addresseeOf(match.wanted);
  return addressee && isAddressee(addressee, match) ? addressee : undefined;
}

/** Throws SVC-CONFLICT when another contact has the same value in a unique field. */
export function requireUnique(contact: StoredContact, lookup: ContactLookup): void {
  for (const field of Object.keys(contactRules.unique) as MatchField[]) {
    const holder = lookup.holderOf(field, contact);
    if (holder && holder.id !== contact.id) {
      throw conflict('contact', { field, existingId: holder.id });
    }
  }
}
