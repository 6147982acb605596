import * as z from 'zod';
import { namedSchemas } from './named-schemas.ts';

export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** The direction of a value: accepted in a request, or contained in a response. */
export type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';

// The request form of every schema, which also shows which schemas refer to which.
const accepted = jsonSchemas(namedSchemas, 'input');

/** Returns a reference to a schema. Throws for a schema without a name: write such a schema in place. */
export function refTo(schema: z.ZodType): JsonSchema {
  return { $ref: prefix + nameOf(schema) };
}

/** Returns the JSON Schema of a named schema in its request form. The schema itself is returned, not a `$ref` to it. */
export function acceptedShape(schema: z.ZodType): JsonSchema {
  return accepted[nameOf(schema)] ?? {};
}

/** Returns, by name, the JSON Schema of every named schema that `roots` refer to, directly or through other schemas. */
export function componentsOf(
  roots: Iterable<JsonSchema>,
  direction: Direction,
): Record<string, JsonSchema> {
  const wanted = new Set<string>();
  const pending = [...roots];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const name of referencesIn(next)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      pending.push(accepted[name] ?? {});
    }
  }
  return jsonSchemas(new Map([...namedSchemas].filter(([, name]) => wanted.has(name))), direction);
}

function nameOf(schema: z.ZodType): string {
  const name = namedSchemas.get(schema);
  if (name === undefined) throw new Error(`A schema has no name: ${schema.description}`);
  return name;
}

function jsonSchemas(
  schemas: ReadonlyMap<z.ZodType, string>,
  io: Direction,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of schemas) registry.add(schema, { id });
  const result = z.toJSONSchema(registry, { io, uri: (id) => prefix + id, override });
  return Object.fromEntries(
    Object.entries(result.schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      tidy(schema) as JsonSchema,
    ]),
  );
}

/** Returns the JSON Schema of any schema, without references to others. */
export function inlineSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema, ...written } = z.toJSONSchema(schema, { io, override });
  return tidy(written) as JsonSchema;
}

type Overridden = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
>[0];

/** Adds what Zod leaves out. */
function override({ zodSchema, jsonSchema }: Overridden): void {
  const { def } = zodSchema._zod;
  // Zod leaves out the default of a value that is first read from a string.
  if (def.type === 'default') jsonSchema.default = def.defaultValue as typeof jsonSchema.default;
  // A trimmed text that must not be empty needs more than spaces.
  if (isTrimmed(def) && jsonSchema.minLength !== undefined) jsonSchema.pattern ??= '\\S';
}

function isTrimmed(def: z.core.$ZodTypeDef & { checks?: readonly z.core.$ZodCheck<never>[] }) {
  return def.type === 'string' && def.checks?.some((check) => check._zod.def.check === 'overwrite');
}

/** Returns the schema without keywords that add no information, and without options that the server always refuses. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([keyword, item]) => !isNoise(keyword, item));
  const schema = Object.fromEntries(entries.map(([keyword, item]) => [keyword, tidy(item)]));
  return withoutRefused(schema);
}

function isNoise(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'additionalProperties':
      return value === false;
    case 'propertyNames':
      return JSON.stringify(value) === '{"type":"string"}';
    default:
      return false;
  }
}

function withoutRefused(schema: JsonSchema): JsonSchema {
  const options = schema['oneOf'];
  if (!Array.isArray(options)) return schema;
  const taken = options.filter((option: JsonSchema) => option['refused'] !== true);
  if (taken.length === options.length) return schema;
  const note =
    'Other types are only received: sending one is refused with 422 SVC-CONTENT-UNSUPPORTED.';
  return { ...schema, oneOf: taken, description: `${schema.description ?? ''} ${note}`.trim() };
}

function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([keyword, item]) =>
    keyword === '$ref' && typeof item === 'string'
      ? [item.slice(prefix.length)]
      : referencesIn(item),
  );
}
