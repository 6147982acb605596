import {
  type ConsentScope,
  type CustomField,
  type CustomFieldValuesInput,
  checkJson,
  ServiceError,
  toErrorResponse,
  toIssues,
  type UpsertContactBody,
  upsertContactBody,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { type ConsentChange, withConsent, withDecisions } from './consent.ts';
import { type ContactFileColumn, keyIn } from './contact-columns.ts';
import { changeOf, newContactOf } from './contact-matches.ts';
import { contactRules, type StoredContact } from './contacts.ts';
import { splitList, unguardCell } from './csv-cells.ts';
import { checkCustomValues } from './custom-values.ts';
import { invalid } from './refusals.ts';
import type { Made } from './rules.ts';
import { decisionsOf, type Refusal } from './suppressions.ts';
import { withTags } from './tags.ts';

type Decision = 'opted_in' | 'opted_out';

/** A row of a contact file, after every check that does not need the tenant's custom fields. */
export interface ContactRow {
  /** ID of the contact from which the row was exported. */
  readonly id: string | null;
  readonly body: UpsertContactBody;
  readonly customTexts: Readonly<Record<string, string>>;
  readonly consent: Partial<Record<ConsentScope, Decision>>;
}

interface Reading {
  readonly columns: readonly ContactFileColumn[];
  readonly match: UpsertContactBody['match'];
  /** Number of cells of the header. */
  readonly width: number;
}

/**
 * Returns the parsed row, or undefined for a row without values. Throws SVC-VALIDATION with every mistake of the row.
 */
export function readContactRow(
  cells: readonly string[],
  { columns, match, width }: Reading,
): ContactRow | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  if (cells.length !== width) {
    const message = `must have as many cells as the header (${width}), and has ${cells.length}`;
    throw invalid(issueAt('', message));
  }
  const issues: ValidationIssue[] = [];
  const body: Record<string, unknown> = {};
  const customTexts: [string, string][] = [];
  const metadata: [string, unknown][] = [];
  const consent: Partial<Record<ConsentScope, Decision>> = {};
  for (const { field, read } of columns) {
    const text = unguardCell(read(cells));
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const customKey = keyIn(field, 'customFields');
    const metadataKey = keyIn(field, 'metadata');
    if (customKey !== undefined) customTexts.push([customKey, text]);
    else if (metadataKey !== undefined) metadata.push([metadataKey, text]);
    else if (field === 'metadata') metadata.push(...metadataIn(trimmed, issues));
    else if (field === 'tags') body['tags'] = splitList(text);
    else if (field === 'lifecycle') body[field] = trimmed.toLowerCase();
    else if (field === 'country') body[field] = trimmed.toUpperCase();
    else if (field === 'marketingConsent' || field === 'allConsent') {
      const decision = decisionIn(trimmed.toLowerCase(), field, issues);
      if (decision) consent[field === 'allConsent' ? 'all' : 'marketing'] = decision;
    } else body[field] = trimmed;
  }
  const { id = null, ...fields } = body;
  if (metadata.length > 0) fields['metadata'] = Object.fromEntries(metadata);
  const unfit = checkJson({ ...fields, id, customFields: Object.fromEntries(customTexts) });
  if (unfit) throw invalid(unfit);
  const parsed = upsertContactBody.safeParse({ match, ...fields });
  if (!parsed.success) issues.push(...toIssues(parsed.error, 'body', fields));
  if (!parsed.success || issues.length > 0) throw new ServiceError('SVC-VALIDATION', { issues });
  return {
    // Every cell is a string.
    id: id as string | null,
    body: parsed.data,
    customTexts: Object.fromEntries(customTexts),
    consent,
  };
}

/** Returns the contact that a row creates. Throws the same errors as creating a contact with the API. */
function importedContact(
  row: ContactRow,
  fields: readonly CustomField[],
  made: Made,
): StoredContact {
  const texts = typedValues(fields, row.customTexts);
  const customFields = checkCustomValues(fields, texts);
  const contact = contactRules.initial({ ...newContactOf(row.body), customFields }, made);
  return { ...contact, source: 'import' };
}

/** Returns the contact after a row was applied to it. Empty cells change nothing; the tags of the row are added. */
function reimportedContact(
  before: StoredContact,
  row: ContactRow,
  fields: readonly CustomField[],
  at: string,
): StoredContact {
  const { tags, ...body } = changeOf(row.body, row.id === before.id ? undefined : before);
  const values = typedValues(fields, row.customTexts);
  const customFields = checkCustomValues(fields, values, before.customFields);
  return withTags(contactRules.changed(before, { ...body, customFields }, at), tags ?? []);
}

/**
 * Returns the opt-outs stored for the addresses of a row, and the decisions of the row itself. An import does not
 * replace a known decision: it can opt a contact out, but opts it in only where nothing is known.
 */
function decisionsOfRow(
  { consent }: ContactRow,
  contact: StoredContact,
  refusals: readonly Refusal[],
  at: string,
): ConsentChange[] {
  const stored = decisionsOf(refusals);
  const refused = stored.reduce(withConsent, contact);
  const own = (['marketing', 'all'] as const).flatMap((scope): ConsentChange[] => {
    const status = consent[scope];
    const known = refused.consent[scope].status;
    if (!status || known === status || known === 'opted_out') return [];
    return [{ scopes: [scope], status, at, source: 'import', channelType: null }];
  });
  return [...stored, ...own];
}

interface RowContext {
  readonly fields: readonly CustomField[];
  /** The refusals of the addresses in the row. */
  readonly refusals: readonly Refusal[];
  readonly at: string;
  readonly newContactId: () => string;
  readonly newConsentId: () => string;
}

/** Returns the contact after a row of a file was applied, with the decisions of the row. */
export function changeOfRow(
  row: ContactRow,
  before: StoredContact | undefined,
  { fields, refusals, at, newContactId, newConsentId }: RowContext,
) {
  const given = before
    ? reimportedContact(before, row, fields, at)
    : importedContact(row, fields, { id: newContactId(), at });
  const decisions = decisionsOfRow(row, given, refusals, at);
  return withDecisions(given, decisions, { at, newId: newConsentId });
}

export type RowErrors = ReturnType<typeof rowErrorsOf>;

/** Returns the mistakes of a row that was refused. Throws `error` again if it is not a refusal of the row. */
export function rowErrorsOf(error: unknown) {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const { code, message, details } = toErrorResponse(error).body.error;
  const issues = (details as { issues?: readonly ValidationIssue[] }).issues;
  if (code !== 'SVC-VALIDATION' || !issues) {
    const { field = null } = details as { field?: string };
    return [{ field, code: code as string, message }];
  }
  return issues.map(({ path, code, message }) => ({ field: fieldAt(path), code, message }));
}

function typedValues(
  fields: readonly CustomField[],
  texts: ContactRow['customTexts'],
): CustomFieldValuesInput {
  const types = new Map(fields.map(({ key, type }) => [key, type]));
  const typed = Object.entries(texts).map(([key, text]) => [key, typedValue(types.get(key), text)]);
  return Object.fromEntries(typed);
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/**
 * Returns the value of a cell in the type of its custom field. A text that has no such value stays a text; the check of
 * the type then refuses it.
 */
function typedValue(type: CustomField['type'] | undefined, text: string) {
  const trimmed = text.trim();
  if (type === undefined || type === 'text') return text;
  if (type === 'multiselect') return splitList(text);
  if (type === 'boolean') return flags.get(trimmed.toLowerCase()) ?? trimmed;
  if (type === 'number' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  return trimmed;
}

function metadataIn(text: string, issues: ValidationIssue[]): [string, unknown][] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return Object.entries(parsed);
    }
  } catch {
    // The issue says so.
  }
  issues.push(issueAt('metadata', 'must be a JSON object'));
  return [];
}

function decisionIn(text: string, path: string, issues: ValidationIssue[]): Decision | undefined {
  if (text === 'opted_in' || text === 'opted_out') return text;
  if (text !== 'unknown') issues.push(issueAt(path, 'must be opted_in, opted_out or unknown'));
  return undefined;
}

function issueAt(path: string, message: string): ValidationIssue {
  return { in: 'body', path, code: 'invalid_format', message };
}

/**
 * Returns the field of a path, such as `customFields.plan` for `customFields.plan.0`, or `tags` for `tags.3`; null for
 * an empty path.
 */
function fieldAt(path: string): string | null {
  const [object = '', ...rest] = path.split('.');
  const isKeyed = object === 'customFields' || object === 'metadata';
  return (isKeyed && rest.length > 0 ? `${object}.${rest[0]}` : object) || null;
}
