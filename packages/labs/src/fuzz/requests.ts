import { joinFilter } from '@parley/contract';
import fc from 'fast-check';
import type { Document, Operation, Parameter } from './document.ts';
import {
  hostileBytes,
  hostileHeaders,
  hostileTexts,
  hostileValues,
  inheritedNames,
} from './hostile.ts';
import { anId, prefixOf, Values } from './values.ts';

/** A request with placeholders instead of IDs. */
export interface Draft {
  readonly operation: Operation;
  readonly kind: 'valid' | 'nearly valid' | 'hostile';
  readonly method: string;
  /** The path below the prefix, not yet escaped. A text is sent unchanged. */
  readonly path: { readonly template: string; readonly params: Record<string, string> } | string;
  readonly query: readonly (readonly [string, string])[] | string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent as JSON unless it is bytes. */
  readonly body: unknown;
}

/** Generates requests for each operation of the document. */
export class Requests {
  readonly #values: Values;
  readonly #known = new Map<Operation, fc.Arbitrary<Draft>>();

  constructor(document: Document) {
    this.#values = new Values(document);
  }

  of(operation: Operation): fc.Arbitrary<Draft> {
    const known = this.#known.get(operation) ?? this.#make(operation);
    this.#known.set(operation, known);
    return known;
  }

  #make(operation: Operation): fc.Arbitrary<Draft> {
    const valid = this.#valid(operation);
    return fc.oneof(
      { weight: 4, arbitrary: valid },
      { weight: 4, arbitrary: valid.chain((draft) => nearlyValid(draft)) },
      { weight: 2, arbitrary: valid.chain((draft) => hostile(draft)) },
    );
  }

  #valid(operation: Operation): fc.Arbitrary<Draft> {
    const { method, path, parameters } = operation;
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    return fc
      .record({
        params: fc.record(Object.fromEntries(inPath.map((one) => [one.name, idFor(one)]))),
        query: fc
          .subarray(inQuery, { maxLength: Math.min(4, inQuery.length) })
          .chain((some) => this.#query(some)),
        headers: headersOf(operation),
        body: this.#body(operation),
      })
      .map(({ params, ...rest }) => ({
        operation,
        kind: 'valid',
        method,
        path: { template: path, params },
        ...rest,
      }));
  }

  #query(parameters: readonly Parameter[]): fc.Arbitrary<[string, string][]> {
    const values = parameters.map(({ name, schema, description = '' }) =>
      this.#values
        .of({ ...schema, ...('$ref' in schema ? {} : { description }) }, name)
        .map((value): [string, string] => [
          name,
          Array.isArray(value) ? joinFilter(value.map(String)) : String(value),
        ]),
    );
    return fc.tuple(...values);
  }

  /** Generates bodies: examples of the document with some fields replaced, or any values of the schema. */
  #body({ body, examples }: Operation): fc.Arbitrary<unknown> {
    if (!body) return fc.constant(undefined);
    const any = this.#values.of(body);
    if (examples.length === 0) return any;
    const example = fc
      .tuple(fc.constantFrom(...examples), fc.integer({ min: 0, max: 99_999_999 }))
      .map(([shown, n]) => (isObject(shown) ? unlike(shown, n) : shown));
    const mixed = fc.tuple(example, any, fc.nat()).map(([base, other, seed]) => {
      if (!isObject(base) || !isObject(other)) return base;
      const names = Object.keys(other);
      const name = names[seed % Math.max(1, names.length)];
      return name === undefined ? base : { ...base, [name]: other[name] };
    });
    return fc.oneof(example, mixed, mixed, any).map(withIds);
  }
}

function idFor({ name, description }: Parameter): fc.Arbitrary<string> {
  return anId(prefixOf(name, description) ?? 'evt');
}

function headersOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  if (!parameters.some(({ name }) => name === 'Idempotency-Key')) return fc.constant({});
  const keys = fc.nat(500).map((n) => `key-${n}`);
  return fc
    .option(keys, { nil: undefined, freq: 3 })
    .map((key): Record<string, string> => (key === undefined ? {} : { 'idempotency-key': key }));
}

/** Returns an example with new values in fields that two records cannot share. */
function unlike(example: Record<string, unknown>, n: number): Record<string, unknown> {
  const own: Record<string, string> = {
    phone: `+55${String(n).padStart(11, '1')}`,
    url: `https://example.com/${n}`,
    externalId: `external-${n}`,
    shortcut: `s${n}`,
    question: `Where is parcel ${n}?`,
    email: `a${n}@example.com`,
  };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, own[name] ?? value]),
  );
}

/** Replaces the IDs of examples, which have no record, by placeholders for IDs of the tenant. */
function withIds(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^([a-z]{3,4})_[0-9A-Z]{26}$/, '@$1:0');
  if (Array.isArray(value)) return value.map(withIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withIds(item)]));
}

/** Generates requests with one or two errors. */
function nearlyValid(draft: Draft): fc.Arbitrary<Draft> {
  const changes: fc.Arbitrary<Partial<Draft>>[] = [];
  if (isObject(draft.body)) changes.push(changedBody(draft.body).map((body) => ({ body })));
  if (Array.isArray(draft.query)) {
    const names = draft.operation.parameters.filter((one) => one.in === 'query');
    if (names.length > 0) changes.push(changedQuery(draft.query, names));
  }
  if (typeof draft.path !== 'string') {
    const { template, params } = draft.path;
    for (const name of Object.keys(params)) {
      changes.push(
        hostileTexts.map((id) => ({ path: { template, params: { ...params, [name]: id } } })),
      );
    }
  }
  if (changes.length === 0) return fc.constant(draft);
  return fc.oneof(...changes).map((change) => ({ ...draft, ...change, kind: 'nearly valid' }));
}

function changedQuery(
  query: readonly (readonly [string, string])[],
  names: readonly Parameter[],
): fc.Arbitrary<Partial<Draft>> {
  return fc
    .tuple(fc.constantFrom(...names), hostileTexts)
    .map(([{ name }, text]) => ({ query: [...query, [name, text] as const] }));
}

function changedBody(body: Record<string, unknown>): fc.Arbitrary<unknown> {
  const names = Object.keys(body);
  const added = fc
    .tuple(fc.constantFrom('unknown', 'id', 'tenantId', '', ...inheritedNames), hostileValues)
    .map(([name, value]) => ({ ...body, [name]: value }));
  if (names.length === 0) return added;
  const name = fc.constantFrom(...names);
  const without = name.map((gone) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== gone)),
  );
  const replaced = name.chain((name) => {
    const value = body[name];
    const inside = isObject(value) ? changedBody(value) : hostileValues;
    return fc.oneof(hostileValues, inside).map((value) => ({ ...body, [name]: value }));
  });
  return fc.oneof(added, without, replaced, replaced);
}

/** Generates requests that no ordinary client sends. */
function hostile(draft: Draft): fc.Arbitrary<Draft> {
  const { template } = draft.path as { template: string };
  const ownPath = fc.constantFrom('', '/', '/x', '/%2e%2e', '/%ff', ';a=b', '//', '/%00');
  const changes: fc.Arbitrary<Partial<Draft>>[] = [
    hostileHeaders.map((headers) => ({ headers: { ...draft.headers, ...headers } })),
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD').map((method) => ({
      method,
    })),
    fc.tuple(hostileTexts, ownPath).map(([id, end]) => ({
      path: template.replaceAll(/\{\w+\}/g, encodeURIComponent(withoutSurrogates(id))) + end,
    })),
    fc
      .tuple(hostileTexts, hostileTexts)
      .map(([name, text]) => ({ query: `${escaped(name)}=${escaped(text)}` })),
    fc
      .constantFrom('limit=1&limit=2', 'limit[]=1', 'cursor=abc', 'q=%ff', 'sort', '&&&', 'a=%')
      .map((query) => ({ query })),
    fc.nat(1_200).map((count) => ({ query: 'status=a&'.repeat(count) })),
    hostileValues.map((body) => ({ body })),
    hostileBytes(draft.body).map((body) => ({ body })),
  ];
  return fc.oneof(...changes).map((change) => ({ ...draft, ...change, kind: 'hostile' }));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Replaces lone surrogates, which no URL can contain. */
export function withoutSurrogates(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function escaped(text: string): string {
  return encodeURIComponent(withoutSurrogates(text));
}
