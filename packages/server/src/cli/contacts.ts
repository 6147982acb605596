import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ContactImport,
  createContactImportQuery,
  type ExportContactsQuery,
  exportContactsQuery,
  listContactImportErrorsQuery,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { hasCode } from '@parley/domain';
import { Command } from 'commander';
import type * as z from 'zod';
import { audit } from '../audit-log/record.ts';
import { importFile } from '../contact-imports/import-file.ts';
import { cancelImport, listImportErrors } from '../contact-imports/records.ts';
import { contactPages } from '../contacts/export.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { inTenant, type Place } from './in-tenant.ts';
import { progressOf } from './progress.ts';
import { CommandError, errorOfFile, readInput, textOf } from './session.ts';
import { onStopSignal } from './stop-signals.ts';
import { lossAdviceOfImport } from './storage-advice.ts';

interface ImportOptions {
  readonly mapping?: string;
  readonly match?: string;
  readonly onConflict?: string;
  readonly dryRun?: true;
}

interface ExportOptions {
  readonly filter?: readonly string[];
}

const shownErrors = 20;

export function contactsCommand(): Command {
  const command = new Command('contacts').description('Import and export contacts as CSV files');
  inTenant(
    command
      .command('import <file>')
      .description('Create and update contacts from a CSV file')
      .option('--mapping <mapping>', 'chatwoot, hubspot, wati, or JSON such as {"Mobile":"phone"}')
      .option('--match <fields>', 'fields that find the contact of a row, such as phone,email')
      .option('--on-conflict <what>', 'update or skip contacts that exist')
      .option('--dry-run', 'only count and check'),
    importContacts,
  );
  inTenant(
    command
      .command('export <file>')
      .description('Write contacts to a CSV file, or to standard output when the file is -')
      .option('--filter <name=value...>', 'filters of GET /contacts, such as tag=vip'),
    async ({ ctx }, file: string, { filter = [] }: ExportOptions) => {
      const query = parsed(exportContactsQuery.strict(), parametersOf(filter));
      await audit(ctx, { action: 'contact.exported', recordId: null });
      const count = await exportContacts(ctx, file, query);
      if (file !== '-') console.log(`${count.toLocaleString('en')} contacts in ${file}`);
    },
  );
  return command;
}

async function importContacts(
  { ctx, deps }: Place,
  file: string,
  { mapping, match, onConflict, dryRun }: ImportOptions,
): Promise<void> {
  const { media, config } = deps;
  const filename = basename(file);
  const given = { mapping, match, onConflict, filename, ...(dryRun && { dryRun: 'true' }) };
  const query = parsed(createContactImportQuery, given);
  const progress = progressOf('rows');
  let isStopped = false;
  const signals = onStopSignal(() => {
    isStopped = true;
  });
  let last: ContactImport | undefined;
  try {
    for await (last of importFile(ctx, media, bytesOf(file), query)) {
      progress.show(last.processed, last.total);
      if (isStopped && last.finishedAt === null) await cancelImport(ctx, last.id);
    }
  } catch (error) {
    const advice =
      last && lossAdviceOfImport(error, { databaseUrl: config.databaseUrl, isStopped });
    if (advice) throw new CommandError(advice);
    throw readable(error, file);
  } finally {
    progress.end();
    signals.ignore();
  }
  if (last) await report(ctx, last);
}

/**
 * Yields the bytes of a file, which it opens at the first read. If it opened the file earlier, nothing would handle an
 * error.
 */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

/** Prints the result of the import. Throws when a row or the whole import has failed. */
async function report(ctx: TenantContext, done: ContactImport): Promise<void> {
  const { id, status, total, processed, created, updated, skipped, failed, error } = done;
  if (done.ignoredColumns.length > 0) {
    console.error(`Not imported: the columns ${done.ignoredColumns.join(', ')}`);
  }
  const counts = [
    `${created} created`,
    `${updated} updated`,
    `${skipped} skipped`,
    `${failed} failed`,
  ];
  console.log(`${total} rows: ${counts.join(', ')}${done.dryRun ? ' (nothing was changed)' : ''}`);
  if (failed > 0) {
    const query = listContactImportErrorsQuery.parse({ limit: shownErrors });
    const { data } = await listImportErrors(ctx, id, query);
    for (const { row, field, message } of data) {
      console.error(`Row ${row}${field === null ? '' : `, ${field}`}: ${message}`);
    }
  }
  if (status === 'canceled') {
    throw new CommandError(`Canceled after ${processed} of ${total} rows, which stay imported.`);
  }
  if (status === 'failed') throw new CommandError(error?.message);
  if (failed > 0) {
    throw new CommandError(
      `Rows with mistakes, which were not imported: ${failed}. See GET /contacts/imports/${id}/errors`,
    );
  }
}

/** Exports contacts and returns their number. Replaces an existing file only when the new one is complete. */
async function exportContacts(
  ctx: TenantContext,
  file: string,
  query: ExportContactsQuery,
): Promise<number> {
  const progress = progressOf('contacts');
  let count = 0;
  const pages = async function* () {
    for await (const { text, contacts } of contactPages(ctx, query)) {
      yield text;
      count += contacts;
      progress.show(count);
    }
  };
  const source = Readable.from(pages());
  const draft = `${file}.part`;
  try {
    if (file === '-') await pipeline(source, process.stdout, { end: false });
    else {
      // The file has personal data, so only the user who runs the command may read it.
      await pipeline(source, createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, file);
    }
  } catch (error) {
    if (file !== '-') await rm(draft, { force: true });
    // The next command of the pipe has ended, because it needs no more lines.
    else if ((error as NodeJS.ErrnoException).code === 'EPIPE') return count;
    throw readable(error, file);
  } finally {
    progress.end();
  }
  return count;
}

/** Returns the parameters that filters name: `['tag=vip', 'tag=new']` → `{ tag: ['vip', 'new'] }`. */
function parametersOf(filters: readonly string[]): Record<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const filter of filters) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(filter) ?? [];
    if (name === undefined || value === undefined) {
      throw new CommandError(`${filter} is no filter. Write a name and a value: --filter tag=vip`);
    }
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}

function parsed<Schema extends z.ZodType>(schema: Schema, given: object): z.output<Schema> {
  // As in a query string, a parameter that occurs once has a value and not a list.
  const query = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  );
  return readInput(schema, query);
}

/** Returns an error of the file or of the server as the user of the command sees it. */
function readable(error: unknown, file: string): unknown {
  if (hasCode(error, 'SVC-VALIDATION')) {
    const { issues } = error.details as { issues: readonly ValidationIssue[] };
    return new CommandError(textOf(issues, file));
  }
  return errorOfFile(error, file);
}
