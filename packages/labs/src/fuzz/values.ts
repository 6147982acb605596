import { type IdKind, idPrefixes } from '@parley/contract';
import fc from 'fast-check';
import type { Document, Schema } from './document.ts';
import { inheritedNames } from './hostile.ts';

// Values that a schema of the document accepts. An id is written as `@con:7`: the seventh contact that the tenant has
// when the request is sent.

type Value = fc.Arbitrary<unknown>;

const kindsOfNames: Readonly<Record<string, IdKind>> = {
  assigneeId: 'user',
  ownerId: 'user',
  replyToMessageId: 'message',
  sourceId: 'knowledgeSource',
};

/** Returns the prefix of the IDs in a field, by its description or its name; undefined for any other field. */
export function prefixOf(name: string, description = ''): string | undefined {
  const named = /`([a-z]{3,4})_…`/.exec(description)?.[1];
  if (named) return named;
  const field = name.replace(/s$/, '');
  const kind = kindsOfNames[field] ?? (field.replace(/Id$/, '') as IdKind);
  return field.endsWith('Id') ? idPrefixes[kind] : undefined;
}

export function anId(prefix: string): fc.Arbitrary<string> {
  return fc.nat(40).map((n) => `@${prefix}:${n}`);
}

const moments = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const urls = fc.oneof(
  fc.constantFrom('https://example.invalid/a', 'http://127.0.0.1:1/', 'https://[::1]/x'),
  // Also with a query and a fragment. fc.webUrl() would first list all code points, for a second.
  fc
    .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.string({ unit: 'grapheme' }))
    .map(([scheme, authority, rest]) => `${scheme}://${authority}/${encodeURI(rest)}`),
);
const emails = fc.oneof(fc.constantFrom('a@example.com', 'b+c@example.org'), fc.emailAddress());

export class Values {
  readonly #document: Document;
  readonly #known = new Map<unknown, Value>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Generates values for a schema. The name of the field can decide more than the schema says. */
  of(schema: Schema, name = ''): Value {
    const known = this.#known.get(schema);
    if (known) return known;
    const values = this.#make(this.#document.resolve<Schema>(schema), name);
    this.#known.set(schema, values);
    return values;
  }

  #make(schema: Schema, name: string): Value {
    if ('const' in schema) return fc.constant(schema['const']);
    if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
    const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
    // If a schema has properties, too, its options only say which of them belong together.
    if (options && schema['properties'])
      return fc.oneof(...options.map((option) => this.#objects(together(schema, option))));
    if (options) return fc.oneof(...options.map((option) => this.of(option, name)));
    const { type } = schema;
    if (Array.isArray(type))
      return fc.oneof(...type.map((one) => this.#make({ ...schema, type: one }, name)));
    switch (type) {
      case 'string':
        return texts(schema, name);
      case 'integer':
        return fc.integer(boundsOf(schema));
      case 'number':
        return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return this.#arrays(schema, name);
      case 'object':
        return this.#objects(schema);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #arrays(schema: Schema, name: string): Value {
    const { items = {}, minItems = 0, maxItems = 1_000 } = schema as Sizes & { items?: Schema };
    const most = Math.min(maxItems, Math.max(minItems, 4));
    return fc.array(this.of(items, name), { minLength: minItems, maxLength: most });
  }

  #objects(schema: Schema): Value {
    const { properties, required = [], additionalProperties, propertyNames } = schema as Fields;
    if (!properties) {
      const keys = fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 10 }) },
        { weight: 1, arbitrary: fc.constantFrom<string>(...inheritedNames) },
      );
      const names = propertyNames ? (this.of(propertyNames) as fc.Arbitrary<string>) : keys;
      return fc.dictionary(names, this.of(additionalProperties || {}), { maxKeys: 4 });
    }
    const fields = Object.entries(properties).map(([name, field]) => [name, this.of(field, name)]);
    const model = Object.fromEntries(fields) as Record<string, Value>;
    return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  }
}

/** Returns the schema of an object with the fields that the option requires, without those that it excludes. */
function together(schema: Schema, option: Schema): Schema {
  const { properties, required = [] } = schema as Fields;
  const { properties: rules = {}, required: more = [] } = option as Fields;
  const fields = Object.entries(properties ?? {});
  const kept = fields.filter(([name]) => !('not' in (rules[name] ?? {})));
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    required: [...required, ...more],
  };
}

interface Sizes {
  minItems?: number;
  maxItems?: number;
}
interface Fields {
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema;
  propertyNames?: Schema;
}

function texts(schema: Schema, name: string): Value {
  const { format, pattern, description } = schema as Record<string, string | undefined>;
  const prefix = prefixOf(name, description);
  if (prefix) return anId(prefix);
  if (name === 'cursor') return anId('cursor');
  if (format === 'date-time') return moments;
  if (format === 'uri') return urls;
  if (format === 'email') return emails;
  if (pattern) return matching(new RegExp(pattern), samples.get(name));
  const { minLength = 0, maxLength = 10_000 } = schema as {
    minLength?: number;
    maxLength?: number;
  };
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) };
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ ...bounds, unit: 'grapheme' }) },
    {
      weight: 8,
      arbitrary: fc.constantFrom(...(samples.get(name) ?? ['word', ...inheritedNames])),
    },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), 'é'.repeat(maxLength)) },
  );
}

/** The password of every account that the fuzzer creates. */
export const fuzzPassword = 'four yellow tulips';

/** Valid texts for fields whose format their schema cannot express. */
const samples: ReadonlyMap<string, readonly string[]> = new Map([
  ['phone', ['+5511999990321']],
  ['to', ['5511999990321']],
  ['from', ['5511999990321']],
  ['timezone', ['America/Sao_Paulo']],
  ['country', ['BR', 'XK']],
  ...['currency', 'defaultCurrency'].map((name): [string, string[]] => [name, ['BRL', 'JPY']]),
  ['email', ['@email:0']],
  ['token', ['@token:0', '@token:1']],
  ...['password', 'current', 'new'].map((name): [string, string[]] => [name, [fuzzPassword]]),
]);

/** Returns texts of the pattern. Half of them are `valid`, if these are given. */
function matching(pattern: RegExp, valid: readonly string[] | undefined): fc.Arbitrary<string> {
  const any = fc.stringMatching(pattern);
  if (valid) return fc.oneof(any, fc.constantFrom(...valid));
  const fitting = inheritedNames.filter((name) => pattern.test(name));
  if (fitting.length === 0) return any;
  const inherited = fc.constantFrom(...fitting);
  return fc.oneof({ weight: 7, arbitrary: any }, { weight: 1, arbitrary: inherited });
}

function boundsOf(schema: Schema): { min?: number; max?: number } {
  const { minimum: min, maximum: max } = schema as { minimum?: number; maximum?: number };
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
