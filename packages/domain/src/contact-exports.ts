import {
  type Contact,
  type CustomField,
  contactColumns,
  type ExportContactsQuery,
  type ListContactsQuery,
} from '@parley/contract/schemas';
import type { StoredContact } from './contacts.ts';
import { csvLine, joinList } from './csv-cells.ts';
import { ownValue } from './fields.ts';

// Writes the CSV file of exported contacts. `readHeader` and `readContactRow` can import the file again without a
// mapping.

/** The byte order mark at the start of the file. Without it, spreadsheet programs do not read the file as UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * The response headers of an export. The server writes the file while it sends it, so its size is unknown and ranges
 * are not supported.
 */
export const contactFileHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment; filename="contacts.csv"',
} as const;

type Field = Pick<CustomField, 'key'>;

/**
 * Returns the query for one page of an export, newest contacts first. Contacts created during the export sort before
 * the first page: they shift no page, and the export ends.
 */
export function exportedList(query: ExportContactsQuery, limit: number): ListContactsQuery {
  return { ...query, sort: '-createdAt', limit };
}

/** Returns the first line of an exported file: the byte order mark and the headers. */
export function contactFileStart(fields: readonly Field[]): string {
  const custom = fields.map(({ key }) => `customFields.${key}`);
  return byteOrderMark + csvLine([...contactColumns, ...custom]);
}

/** Returns the lines of these contacts for an exported file. */
export function contactLines(contacts: readonly StoredContact[], fields: readonly Field[]): string {
  return contacts.map((contact) => csvLine(cellsOf(contact, fields))).join('');
}

function cellsOf(contact: StoredContact, fields: readonly Field[]): string[] {
  const { tags, metadata, consent, customFields } = contact;
  const written = {
    ...contact,
    tags: joinList(tags),
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    marketingConsent: consent.marketing.status,
    allConsent: consent.all.status,
  };
  const own = contactColumns.map((column) => written[column] ?? '');
  return [...own, ...fields.map(({ key }) => textOfValue(ownValue(customFields, key)))];
}

function textOfValue(value: Contact['customFields'][string] | undefined): string {
  return Array.isArray(value) ? joinList(value) : String(value ?? '');
}
