import {
  type Consent,
  type ContactImportError,
  type Contract,
  contactImportLimits,
  type ListContactImportErrorsQuery,
} from '@parley/contract';
import {
  advancedImport,
  anyOf,
  type ContactFileColumn,
  canceledImport,
  changeOfRow,
  checkKnownFields,
  contactImportRules,
  contactOfRow,
  isOpenImport,
  keptErrors,
  type RowErrors,
  type RowOutcome,
  readContactRow,
  readHeader,
  rowErrorsOf,
  type StoredContact,
  type StoredContactImport,
  shownImport,
  suppressedAddresses,
} from '@parley/domain';
import { contactRecords, lookupOf, suppressionsOf } from './contact-records.ts';
import { parseCsv } from './csv.ts';
import { fieldsOf } from './custom-values.ts';
import { fakeRecords, listRecords } from './fake-records.ts';
import { fakeListOf } from './owned-fakes.ts';
import type { Store } from './store.ts';
import { limitOf, noteReached, requireRoom } from './tenant-limits.ts';
import type { Fakes } from './types.ts';
import { bytesOfUpload } from './uploads.ts';

export const contactImportRecords = fakeRecords(contactImportRules, {
  complete: (_store, stored) => ({ ...shownImport(stored) }),
});

interface ErrorRecord extends ContactImportError {
  readonly importId: string;
}

const errorRules = {
  kind: 'contactImportError',
  filters: { importId: anyOf('importId') },
  sortKeys: {},
} as const;
const { change, show } = contactImportRecords;
const complete = (_store: Store, { importId: _import, ...error }: ErrorRecord) => error;

export const contactImports: Fakes<Contract['contactImports']> = {
  list: ({ query }, store) => contactImportRecords.list(store, query),
  create: ({ body, query }, store) => {
    const { delimiter, headers, rows } = parseCsv(bytesOfUpload(body));
    const { columns, ignored } = readHeader(headers, query.mapping ?? null);
    checkKnownFields(columns, fieldsOf(store, 'contact'));
    const { sha256, sizeBytes, filename } = body;
    const file = { sha256, sizeBytes, delimiter, headers, offset: 0, total: rows.length };
    const stored = contactImportRecords.create(store, { query, file, filename, ignored });
    const run = () => apply(store, stored, { columns, rows });
    if (rows.length <= contactImportLimits.atOnce) run();
    else store.jobs.add({ kind: 'import', dueMs: store.nowMs() + store.stepMs, run });
    return show(store, stored);
  },
  get: ({ params }, store) => show(store, contactImportRecords.get(store, params.id)),
  listErrors: fakeListOf('contactImport', (store, id, query: ListContactImportErrorsQuery) =>
    listRecords(store, errorRules, { ...query, importId: [id] }, { complete }),
  ),
  cancel: ({ params }, store) => change(store, params.id, canceledImport),
};

interface File {
  readonly columns: readonly ContactFileColumn[];
  readonly rows: readonly (readonly string[])[];
}

function apply(store: Store, stored: StoredContactImport, { columns, rows }: File): void {
  if (!isOpenImport(stored)) return;
  const reading = { columns, match: stored.match, width: stored.headers.length };
  const errors = new Map<number, RowErrors>();
  const touched: Touched = new Map();
  const limit = limitOf(store, 'contacts');
  const outcomes = store.events.silently(() =>
    rows.map((cells, index): RowOutcome => {
      try {
        return applyRow(store, { stored, touched }, readContactRow(cells, reading));
      } catch (error) {
        errors.set(index, rowErrorsOf(error));
        return 'failed';
      }
    }),
  );
  const created = announce(store, touched);
  if (limit) noteReached(store, { name: 'contacts', records: created }, limit);
  for (const error of keptErrors(stored, errors)) {
    const id = store.newId('contactImportError');
    const record = { id, importId: stored.id, ...error };
    store.records<ErrorRecord>('contactImportError').set(id, record);
  }
  const after = advancedImport(stored, outcomes, { offset: 0, at: store.now() });
  contactImportRecords.save(store, stored, after);
}

/** The contacts that an import has changed, by ID, as they were before; undefined for new ones. */
type Touched = Map<string, StoredContact | undefined>;

/**
 * Records the events of an import and returns the number of new contacts. The changes of a contact by several rows are
 * one event.
 */
function announce(store: Store, touched: Touched): number {
  let created = 0;
  for (const [id, before] of touched) {
    const contact = contactRecords.get(store, id);
    if (before) {
      const wanted = { ...contact, updatedAt: before.updatedAt };
      contactRecords.save(store, Object.assign(contact, before), wanted);
    } else {
      created += 1;
      contactRecords.add(store, contact);
    }
  }
  return created;
}

interface Applying {
  readonly stored: StoredContactImport;
  readonly touched: Touched;
}

function applyRow(
  store: Store,
  { stored: { onConflict, dryRun }, touched }: Applying,
  row: ReturnType<typeof readContactRow>,
): RowOutcome {
  if (!row) return null;
  const before = contactOfRow(row, lookupOf(store));
  if (before && onConflict === 'skip') return 'skipped';
  const { after: wanted, consents } = changeOfRow(row, before, {
    fields: fieldsOf(store, 'contact'),
    refusals: suppressionsOf(store, suppressedAddresses(row.body.phone ?? null, [])),
    at: store.now(),
    newContactId: () => store.newId('contact'),
    newConsentId: () => store.newId('consent'),
  });
  contactRecords.requireFree(store, wanted);
  if (dryRun) return before ? 'updated' : 'created';
  if (!before) requireRoom(store, { name: 'contacts' });
  if (!touched.has(wanted.id)) touched.set(wanted.id, before && { ...before });
  if (before) contactRecords.save(store, before, wanted);
  else contactRecords.add(store, wanted);
  for (const one of consents) store.records<Consent>('consent').set(one.id, one);
  return before ? 'updated' : 'created';
}
