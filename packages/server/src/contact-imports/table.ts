import type { ContactImportError } from '@parley/contract/schemas';
import type { StoredContactImport } from '@parley/domain';
import { defineTable, flag, json, named, plain, whole } from '../db/table.ts';

export const contactImportsTable = defineTable<StoredContactImport>()('contact_imports', {
  fields: {
    id: plain,
    status: plain,
    filename: plain,
    match: json,
    onConflict: plain,
    dryRun: flag,
    mapping: plain,
    ignoredColumns: json,
    sha256: plain,
    sizeBytes: whole,
    delimiter: plain,
    headers: json,
    offset: named('next_byte', whole),
    total: whole,
    processed: whole,
    created: whole,
    updated: whole,
    skipped: whole,
    failed: whole,
    error: json,
    startedAt: plain,
    finishedAt: plain,
    createdAt: plain,
    updatedAt: plain,
  },
});

/** An error of a row, with the ID of its import. */
interface StoredError extends ContactImportError {
  readonly importId: string;
}

export const contactImportErrorsTable = defineTable<StoredError>()('contact_import_errors', {
  fields: {
    id: plain,
    importId: plain,
    row: named('line', whole),
    field: plain,
    code: plain,
    message: plain,
  },
});
