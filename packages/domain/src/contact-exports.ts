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

// The file of contacts that `readHeader` and `readContactRow` read again without a change.

/** Spreadsheets take a file without this mark for one in the character set of the system. */
const byteOrderMark = '\ufeff';

/** A file that is written while it is sent: its size is not known before, and it has no ranges. */
export const contactFileHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment; filename="contacts.csv"',
} as const;

type Field = Pick<CustomField, 'key'>;

/**
 * Returns the query of the list of exported contacts, the newest first. Contacts that are created meanwhile come before
 * the first page: they move no others, and the export ends.
 */
export function exportedList(query: ExportContactsQuery, limit: number): ListContactsQuery {
  return { ...query, sort: '-createdAt', limit };
}

/** The first line of an export. */
export function contactFileStart(fields: readonly Field[]): string {
  const custom = fields.map(({ key }) => `customFields.${key}`);
  return byteOrderMark + csvLine([...contactColumns, ...custom]);
}

/** The lines of some contacts. */
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
