import { fold, languageKey, tagKey } from './texts.ts';

// The filters of a list as data. The server translates them to SQL; the mocks call `fits`.

type PageParameter = 'cursor' | 'limit' | 'sort';
type RangeParameter = `${string}After` | `${string}Before`;

/** The filters of a list's query. Ranges are not among them: `createdAfter` always means the field `createdAt`. */
export type FilterName<Query> = Exclude<keyof Query & string, PageParameter | RangeParameter>;

export type Filters<Rec, Query> = {
  readonly [Name in FilterName<Query>]: Filter<Rec>;
};

export type Filter<Rec> =
  | AnyOf<keyof Rec & string>
  | OnField<'anyOfOrNone' | 'flagged' | 'tagged' | 'spoken' | 'timed', keyof Rec & string>
  | Containing<Rec>
  /** Depends on more than one record: the server and the mocks each implement it. */
  | { readonly kind: 'custom' };

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
}

/** The field is one of the values. With `key`, both are compared by their keys. */
export function anyOf<Field extends string>(
  field: Field,
  key?: (value: string) => string,
): AnyOf<Field> {
  return { kind: 'anyOf', field, ...(key && { key }) };
}

/** Like `anyOf`; the value `none` finds records without a value. */
export const anyOfOrNone = <Field extends string>(field: Field) =>
  ({ kind: 'anyOfOrNone', field }) as const;

/** The boolean field has the value. */
export const flagged = <Field extends string>(field: Field) =>
  ({ kind: 'flagged', field }) as const;

/** True: the field has a time. False: it is null. */
export const timed = <Field extends string>(field: Field) => ({ kind: 'timed', field }) as const;

/** The field has any of the tags, whatever their case. */
export const tagged = <Field extends string>(field: Field) => ({ kind: 'tagged', field }) as const;

/** The field is any of the languages or a narrower one: `pt` finds `pt-BR`. */
export const spoken = <Field extends string>(field: Field) => ({ kind: 'spoken', field }) as const;

/** Any of the texts contains the value, whatever its case and accents. A blank value finds everything. */
export function containing<Rec>(texts: Containing<Rec>['texts']): Containing<Rec> {
  return { kind: 'containing', texts };
}

export const custom = { kind: 'custom' } as const;

/** Ranges over dates, which are not over a time. */
const dateFields = new Map([['expectedClose', 'expectedCloseDate']]);

/** The range filters that a query gives, by the field that they bound. `after` is inclusive, `before` is exclusive. */
export function rangesOf(query: object): { field: string; after?: string; before?: string }[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const [, stem, side] = (typeof value === 'string' && /^(.+)(After|Before)$/.exec(name)) || [];
    if (stem === undefined) return [];
    const field = dateFields.get(stem) ?? `${stem}At`;
    return [{ field, [side === 'After' ? 'after' : 'before']: value as string }];
  });
}

type Values = readonly string[];

/** Whether a record passes the filters and ranges of a query. Custom filters decide by `customs`. */
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
      // The value has been parsed by the contract's schema of this parameter.
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
    const text = fold(String(wanted).trim());
    return !text || filter.texts(record).some((held) => held && fold(held).includes(text));
  }
  const held: unknown = record[filter.field];
  if (filter.kind === 'flagged') return held === wanted;
  if (filter.kind === 'timed') return (held !== null) === wanted;
  // All other filters accept several values.
  const values = wanted as Values;
  switch (filter.kind) {
    case 'anyOf': {
      const { key = (value) => value } = filter;
      return held != null && values.some((value) => key(value) === key(String(held)));
    }
    case 'anyOfOrNone':
      return values.includes(held == null ? 'none' : String(held));
    case 'tagged': {
      const tags = new Set((held as Values).map(tagKey));
      return values.some((tag) => tags.has(tagKey(tag)));
    }
    case 'spoken':
      return (
        held != null &&
        values.some((value) => languageKey(String(held)).startsWith(languageKey(value)))
      );
  }
}

/** Whether a time lies in a range; an empty value lies in none. `after` is inclusive, `before` is exclusive. */
export function isWithin(
  at: unknown,
  { after, before }: { readonly after?: string | undefined; readonly before?: string | undefined },
): boolean {
  if (typeof at !== 'string') return false;
  return (after === undefined || at >= after) && (before === undefined || at < before);
}
