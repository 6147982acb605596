import {
  type CustomField,
  contactColumns,
  contactImportLimits,
  type NamedContactMapping,
  namedContactMappings,
  type ServiceError,
} from '@parley/contract/schemas';
import { contactMappings } from './contact-mappings.ts';
import { invalid } from './refusals.ts';

/** A column of a file, with the contact field that it fills. */
export interface ContactFileColumn {
  /** The headers of the columns that are read: of several, the first one with a value in the row counts. */
  readonly headers: readonly [string, ...string[]];
  /** One of `contactColumns`, `customFields.<key>` or `metadata.<key>`. */
  readonly field: string;
  read(cells: readonly string[]): string;
}

interface Header {
  readonly columns: readonly ContactFileColumn[];
  readonly ignored: readonly string[];
}

const shownIgnored = 100;

/**
 * Returns the field that each column fills. Throws SVC-VALIDATION when a header is ambiguous, or when no column has a
 * known field.
 */
export function readHeader(headers: readonly string[], mapping: string | null): Header {
  const names = headers.map((header) => header.trim());
  if (names.length > contactImportLimits.columns) {
    throw wrongFile(`has more than ${contactImportLimits.columns.toLocaleString('en')} columns`);
  }
  const columns = isNamed(mapping) ? namedColumns(names, mapping) : ownColumns(names, mapping);
  const byField = new Map<string, ContactFileColumn>();
  for (const column of columns) {
    const other = byField.get(column.field);
    if (other) {
      const [one, two] = [other.headers[0], column.headers[0]];
      // A mapping cannot tell columns with the same header apart.
      const help = one === two ? 'Rename one of them' : 'Map one of them to null';
      throw wrongFile(
        `has two columns for ${column.field}: ${quoted(one)} and ${quoted(two)}. ${help}`,
      );
    }
    byField.set(column.field, column);
  }
  if (columns.length === 0) {
    throw wrongFile(
      'has no column with the name of a field, such as `phone`. Rename a column or use `mapping`',
    );
  }
  const used = new Set(columns.flatMap((column) => column.headers));
  const ignored = names.filter((name) => name !== '' && !used.has(name));
  return { columns, ignored: ignored.slice(0, shownIgnored) };
}

/** Throws SVC-VALIDATION when a column fills a custom field that the tenant has not defined. */
export function checkKnownFields(
  columns: readonly ContactFileColumn[],
  known: readonly Pick<CustomField, 'key'>[],
): void {
  const keys = columns.flatMap(({ field }) => keyIn(field, 'customFields') ?? []);
  const unknown = keys.find((wanted) => !known.some(({ key }) => key === wanted));
  if (unknown === undefined) return;
  throw wrongFile(`gives the custom field ${quoted(unknown)}, which does not exist`);
}

/** Returns the part after the dot of a field such as `customFields.plan`; undefined for another field. */
export function keyIn(field: string, object: 'customFields' | 'metadata'): string | undefined {
  return field.startsWith(`${object}.`) ? field.slice(object.length + 1) : undefined;
}

/** Returns the error for a file that cannot be imported. `message` continues the sentence "The file …". */
export function wrongFile(message: string): ServiceError {
  return invalid({ in: 'body', path: 'file', code: 'invalid_format', message });
}

/** Returns the error for a quote in the wrong place of a CSV file. */
export function wrongQuote(row: number): ServiceError {
  return wrongFile(
    `has a wrong quote in row ${row}: put the whole cell in quotes, and write each quote inside of it twice`,
  );
}

/** Returns the error for a quote that the rest of the file does not close. */
export function openQuote(row: number): ServiceError {
  return wrongFile(`has a quote that is not closed: it begins a cell of row ${row}`);
}

/** Returns the error for a row of a CSV file that is longer than the limit. */
export function longRow(row: number): ServiceError {
  const most = contactImportLimits.rowLength.toLocaleString('en');
  return wrongFile(`has a row with more than ${most} bytes (row ${row}): is a quote not closed?`);
}

const utf16Marks = ['255,254', '254,255'];

/** Throws SVC-VALIDATION when the first bytes of a file are not UTF-8 text. */
export function checkFileHead(head: Uint8Array): void {
  if (utf16Marks.includes(head.subarray(0, 2).join())) throw notUtf8('is in UTF-16');
  const isZip = head.subarray(0, 4).join() === '80,75,3,4';
  if (isZip) throw notUtf8('is a workbook or an archive');
}

/** Returns the error for a file that is not UTF-8 text. `message` continues the sentence "The file …". */
export function notUtf8(message = 'is not in UTF-8'): ServiceError {
  return wrongFile(`${message}. Save it as "CSV UTF-8" and send it again`);
}

function wrongMapping(message: string): ServiceError {
  return invalid({ in: 'query', path: 'mapping', code: 'invalid_format', message });
}

function isNamed(mapping: string | null): mapping is NamedContactMapping {
  return namedContactMappings.some((name) => name === mapping);
}

function namedColumns(names: readonly string[], mapping: NamedContactMapping): ContactFileColumn[] {
  const places = new Map(names.map((name, at) => [sameHeader(name), at]));
  const placesOf = (headers: readonly string[]) =>
    headers.flatMap((header) => places.get(sameHeader(header)) ?? []);
  return contactMappings[mapping].flatMap(
    ({ headers, field, prefixed, read: translate = asItIs }) => {
      const [first, ...further] = placesOf(headers);
      if (first === undefined) return [];
      const others = field === 'externalId' ? [] : further;
      const [before] = placesOf(prefixed === undefined ? [] : [prefixed]);
      const text = (cells: readonly string[]) => {
        const texts = [first, ...others].map((at) => cells[at] ?? '');
        const own = texts.find((one) => one.trim() !== '') ?? '';
        return before === undefined || own === '' ? own : `${cells[before]?.trim()}${own}`;
      };
      const nameAt = (at: number) => names[at] ?? '';
      const used = [nameAt(first), ...others.map(nameAt)] as const;
      return { headers: used, field, read: (cells) => translate(text(cells)) };
    },
  );
}

/** Returns the columns that a JSON mapping names, and the columns whose headers are names of fields. */
function ownColumns(names: readonly string[], mapping: string | null): ContactFileColumn[] {
  const given = mapping === null ? new Map<string, string | null>() : parseMapping(mapping);
  for (const header of given.keys()) {
    if (!names.includes(header))
      throw wrongMapping(`names the column ${quoted(header)}, which the file does not have`);
  }
  return names.flatMap((header, at) => {
    const wanted = given.get(header);
    if (wanted === null) return [];
    const field = fieldNamed(wanted ?? header);
    if (field !== undefined) return { headers: [header], field, read: (cells) => cells[at] ?? '' };
    if (wanted === undefined) return [];
    throw wrongMapping(
      `assigns ${quoted(header)} to ${quoted(wanted)}, which is not a field of a contact`,
    );
  });
}

function parseMapping(mapping: string): Map<string, string | null> {
  const parsed = parsedOrUndefined(mapping);
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  const entries = isObject ? Object.entries(parsed as Record<string, unknown>) : [];
  const isText = (value: unknown) => value === null || typeof value === 'string';
  if (entries.length === 0 || !entries.every(([, value]) => isText(value))) {
    const systems = namedContactMappings.join(', ');
    throw wrongMapping(
      `must be a JSON object such as {"Mobile":"phone"}, or one of ${systems}. It was neither`,
    );
  }
  // The schema above has checked the types.
  return new Map(entries as [string, string | null][]);
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fields = new Map<string, string>(contactColumns.map((name) => [sameHeader(name), name]));

/**
 * Returns the field that a header stands for: `First Name`, `first_name` and `firstName` are the same. Undefined for an
 * unknown header.
 */
function fieldNamed(header: string): string | undefined {
  const [, object, key] = /^(customFields|metadata)\.(.+)$/i.exec(header) ?? [];
  if (object === undefined) return fields.get(sameHeader(header));
  return `${object.toLowerCase() === 'metadata' ? 'metadata' : 'customFields'}.${key}`;
}

function sameHeader(header: string): string {
  return header.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

const asItIs = (text: string) => text;

function quoted(text: string): string {
  return `\`${text.slice(0, 100)}\``;
}
