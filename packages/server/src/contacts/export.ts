import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportContactsQuery } from '@parley/contract/schemas';
import {
  contactFileHeaders,
  contactFileStart,
  contactLines,
  contactRules,
  exportedList,
} from '@parley/domain';
import { defineList } from '../crud/list.ts';
import { readFieldsOf } from '../custom-fields/values.ts';
import { FileAnswer } from '../http/file-answer.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { contactFilters } from './records.ts';
import { contactsTable } from './table.ts';

/** The number of contacts in one query. Formatting them takes a few milliseconds; then other requests can run. */
const pageRows = 200;

/** The lines of the file for one page of contacts. */
interface ContactPage {
  readonly text: string;
  readonly contacts: number;
}

const listStored = defineList(contactsTable, contactRules, {
  filters: contactFilters,
  make: (record) => ({ record }),
});

/** Returns the contacts that pass the filters, as a CSV file. */
export function exportAnswer(ctx: TenantContext, query: ExportContactsQuery): FileAnswer {
  return new FileAnswer({
    headers: contactFileHeaders,
    async open() {
      const pages = contactPages(ctx, query);
      // The first page is read before the status is sent, so that an unavailable database is an error of the request.
      const first = await pages.next();
      return Readable.from(textsOf(first, pages));
    },
  });
}

/**
 * Yields the lines of the file in pages, the next one when the client has read the one before. Holds no connection or
 * transaction between two pages, so a slow client blocks no other request. A contact that changes during the export is
 * written as it was when its page was read.
 */
export async function* contactPages(
  ctx: TenantContext,
  query: ExportContactsQuery,
): AsyncGenerator<ContactPage, void, undefined> {
  const fields = await readFieldsOf(ctx, 'contact');
  let text = contactFileStart(fields);
  let cursor: string | null = null;
  do {
    const given: ExportContactsQuery & { cursor?: string } = cursor ? { ...query, cursor } : query;
    const page = await listStored(ctx, exportedList(given, pageRows));
    yield { text: text + contactLines(page.data, fields), contacts: page.data.length };
    text = '';
    cursor = page.nextCursor;
    await nextTurn();
  } while (cursor !== null);
}

async function* textsOf(
  first: IteratorResult<ContactPage, void>,
  rest: AsyncGenerator<ContactPage, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  if (first.done) return;
  yield first.value.text;
  for await (const { text } of rest) yield text;
}
