import { fold, tagKey } from '@parley/contract/schemas';
import { languageKey } from './texts.ts';

// Describes the filters of a list as data. The server translates them to SQL; the mocks evaluate them with `fits`.

type PageParameter = 'cursor' | 'limit' | 'sort';
type RangeParameter = `${string}After` | `${string}Before`;

/**
 * The names of a list's filters. Ranges are not included, because `createdAfter` always filters by the field
 * `createdAt`.
 */
export type FilterName<Query> = Exclude<keyof Query & string, PageParameter | RangeParameter>;

export type Filters<Rec, Query> = {
  readonly [Name in FilterName<Query>]: Filter<Rec>;
};

export type Filter<Rec> =
  | AnyOf<keyof Rec & string>
  | OnField<FieldFilter, keyof Rec & string>
  | Containing<Rec>
  /** A filter that depends on other records: the server and the mocks each implement it. */
  | { readonly kind: 'custom' };

type FieldFilter =
  | 'anyOfOrNone'
  | 'flagged'
  | 'tagged'
  | 'taggedAll'
  | 'taggedNone'
  | 'spoken'
  | 'timed';

interface OnField<Kind, Field> {
  readonly kind: Kind;
  readonly field: Field;
}

interface AnyOf<Field> extends OnField<'anyOf', Field> {
  key?(value: string): string;
}

interface Containing<Rec> {
  readonly kind: 'containing';
  texts(record: Rec): readonly (string | null)[];
  /** Returns other forms of a wanted text, each of which finds the record, too. */
  forms?(wanted: string): readonly string[];
}

/** Finds records whose field is one of the values. With `key`, the filter compares the keys of the values. */
export function anyOf<Field extends string>(
  field: Field,
  key?: (value: string) => string,
): AnyOf<Field> {
  return { kind: 'anyOf', field, ...(key && { key }) };
}

const onField =
  <Kind extends FieldFilter>(kind: Kind) =>
  <Field extends string>(field: Field): OnField<Kind, Field> => ({ kind, field });

/** Finds records whose field is one of the values. The value `none` finds records without a value. */
export const anyOfOrNone = onField('anyOfOrNone');
/** Declares a filter that finds the records whose boolean field has the value in the query. */
export const flagged = onField('flagged');
/** Finds records by whether their field has a time: true = it has one, false = it is null. */
export const timed = onField('timed');
/** Finds records with any of the tags; case does not matter. */
export const tagged = onField('tagged');
/** Finds records with all of the tags; case does not matter. */
export const taggedAll = onField('taggedAll');
/** Finds records with none of the tags; case does not matter. */
export const taggedNone = onField('taggedNone');
/** Finds records in any of the languages or a narrower one: `pt` also finds `pt-BR`. */
export const spoken = onField('spoken');

/**
 * Finds records of which a text contains the value; case and accents do not matter. A blank value finds every record.
 */
export function containing<Rec>(
  texts: Containing<Rec>['texts'],
  forms?: Containing<Rec>['forms'],
): Containing<Rec> {
  return { kind: 'containing', texts, ...(forms && { forms }) };
}

/**
 * Returns the texts of which a record must contain one, without case and accents. Returns none for a blank value, which
 * every record matches.
 */
export function wantedTexts<Rec>(filter: Filter<Rec>, value: string): string[] {
  if (filter.kind !== 'containing') throw new Error('only a `containing` filter has wanted texts');
  const wanted = value.trim();
  if (wanted === '') return [];
  const all = [wanted, ...(filter.forms?.(wanted) ?? [])].map(fold);
  return [...new Set(all)].filter((text) => text !== '');
}

export const custom = { kind: 'custom' } as const;

/** The range filters that compare dates, not times, with the field of each. */
const dateFields = new Map([['expectedClose', 'expectedCloseDate']]);

interface Range {
  readonly field: string;
  readonly after?: string;
  readonly before?: string;
}

/** Returns the range of each field that a query limits. `after` is inclusive, `before` is exclusive. */
export function rangesOf(query: object): Range[] {
  const ranges = new Map<string, Range>();
  for (const [name, value] of Object.entries(query)) {
    const side = name.endsWith('After') ? 'After' : 'Before';
    if (typeof value !== 'string' || !name.endsWith(side)) continue;
    const stem = name.slice(0, -side.length);
    const field = dateFields.get(stem) ?? `${stem}At`;
    const bound = side === 'After' ? 'after' : 'before';
    ranges.set(field, { ...ranges.get(field), field, [bound]: value });
  }
  return [...ranges.values()];
}

type Values = readonly string[];

/**
 * Returns whether a record passes the filters and ranges of a query. `customs` has the functions for custom filters.
 */
export function fits<Rec extends object, Query extends object>(
  filters: Filters<Rec, Query>,
  query: { readonly [Name in keyof Query]?: Query[Name] | undefined },
  customs: Partial<Record<string, (record: Rec, value: never) => boolean>> = {},
): (record: Rec) => boolean {
  const given = Object.keys(query)
    .filter((name) => name in filters && query[name as keyof Query] !== undefined)
    .map((name) => ({
      name,
      filter: filters[name as FilterName<Query>],
      value: query[name as keyof Query],
    }));
  const ranges = rangesOf(query);
  if (given.length === 0 && ranges.length === 0) return () => true;
  return (record) =>
    given.every(({ name, filter, value }) => {
      if (filter.kind !== 'custom') return passes(filter, record, value);
      const decide = customs[name];
      if (!decide) throw new Error(`the filter ${name} is not implemented`);
      // The contract's schema of this parameter has parsed the value.
      return decide(record, value as never);
    }) && ranges.every((range) => isWithin((record as Fields)[range.field], range));
}

type Fields = Readonly<Record<string, unknown>>;

function passes<Rec extends object>(
  filter: Exclude<Filter<Rec>, { kind: 'custom' }>,
  record: Rec,
  wanted: unknown,
): boolean {
  if (filter.kind === 'containing') {
    const texts = wantedTexts(filter, String(wanted));
    const held = filter.texts(record).flatMap((text) => (text ? fold(text) : []));
    return texts.length === 0 || texts.some((text) => held.some((one) => one.includes(text)));
  }
  const held: unknown = record[filter.field];
  if (filter.kind === 'flagged') return held === wanted;
  if (filter.kind === 'timed') return (held !== null) === wanted;
  // All other filters accept a list of values.
  const values = wanted as Values;
  switch (filter.kind) {
    case 'anyOf': {
      const { key = (value) => value } = filter;
      return held != null && values.some((value) => key(value) === key(String(held)));
    }
    case 'anyOfOrNone':
      return values.includes(held == null ? 'none' : String(held));
    case 'tagged':
    case 'taggedAll':
    case 'taggedNone': {
      const tags = new Set((held as Values).map(tagKey));
      const has = (tag: string) => tags.has(tagKey(tag));
      if (filter.kind === 'taggedAll') return values.every(has);
      return values.some(has) === (filter.kind === 'tagged');
    }
    case 'spoken':
      return (
        held != null &&
        values.some((value) => languageKey(String(held)).startsWith(languageKey(value)))
      );
  }
}

/** Returns whether a time is in a range; null is in no range. `after` is inclusive, `before` is exclusive. */
export function isWithin(
  at: unknown,
  { after, before }: { readonly after?: string | undefined; readonly before?: string | undefined },
): boolean {
  if (typeof at !== 'string') return false;
  return (after === undefined || at >= after) && (before === undefined || at < before);
}
