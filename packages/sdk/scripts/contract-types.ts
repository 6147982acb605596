// Flat types of the requests and responses of the contract, for the SDK and the mocks.
import { contract, errorCatalog } from '@parley/contract';
import * as schemas from '@parley/contract/schemas';
import * as z from 'zod';
import { eventsFile } from './events-file.ts';
import { declaration, isInlined, type JsonSchema, type Style, typeOf } from './typescript.ts';

export const header =
  '// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.\n';

const oneOrMany = `/** One value, or several of which any matches. In a single text, commas separate values; in a list, they do not. */
export type OneOrMany<Value> = Value | readonly Value[];
`;

export interface Route {
  method: string;
  path: string;
  summary: string;
  headers?: unknown;
  pathParams?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Record<number, z.ZodType>;
  metadata: { bytes?: 'request' | 'response' };
}

/** Every noun of the contract with its endpoints. */
export const nouns = Object.entries(contract) as unknown as [string, Record<string, Route>][];

export interface Purpose {
  /** The type of any event, and the hand-written module that declares it. */
  event: { name: string; from: string };
  /** Whether requests are typed as callers write them or as the schemas of the contract return them. */
  requests: 'written' | 'parsed';
  /** Schemas to declare in addition to those of the endpoints. */
  others?: readonly z.ZodType[];
}

export class ContractTypes {
  readonly #event: Purpose['event'];
  readonly #names: ReadonlyMap<z.ZodType, string>;
  readonly #answers: Style;
  readonly #bodies: Style;
  readonly #queries: Style;
  /** Every type by its name, with its docstring. */
  readonly #declared: ReadonlyMap<string, string>;
  /** Names of the types that have an event in them. */
  readonly #ofEvents: ReadonlySet<string>;

  constructor({ event, requests, others = [] }: Purpose) {
    const isWritten = requests === 'written';
    this.#event = event;
    this.#names = namesOfSchemas(event.name);
    this.#answers = {
      openEnums: true,
      singleValues: false,
      dates: false,
      readonlyLists: false,
      named: jsonSchemas('output', this.#names),
    };
    this.#bodies = {
      openEnums: false,
      singleValues: false,
      dates: isWritten,
      readonlyLists: isWritten,
      named: isWritten ? jsonSchemas('input', this.#names) : this.#answers.named,
    };
    this.#queries = { ...this.#bodies, singleValues: isWritten };
    this.#declared = this.#declare(others);
    this.#ofEvents = this.#findOfEvents();
  }

  /** Returns the content of the files of types, by their names. */
  files(): Record<'types.ts' | 'event-types.ts' | 'events.ts', string> {
    const sorted = [...this.#declared].sort(([a], [b]) => (a < b ? -1 : 1));
    const textsOf = (ofEvents: boolean) =>
      sorted.filter(([name]) => this.#ofEvents.has(name) === ofEvents).map(([, text]) => text);
    const lists = textsOf(false).some((text) => text.includes('OneOrMany<')) ? [oneOrMany] : [];
    return {
      'types.ts': [header, ...lists, ...textsOf(false), this.#errorTypes()].join('\n'),
      // Apart, because events are made of the other types.
      'event-types.ts': [header, `${this.#eventImport()}\n`, ...textsOf(true)].join('\n'),
      'events.ts': header + eventsFile(this.#answers, this.#event.name),
    };
  }

  /** Returns the type of a success: the name of its record, or a page of them. Undefined where there is no body. */
  answerType(route: Route): string | undefined {
    if (route.metadata.bytes === 'response') return 'Blob';
    const answer = answerOf(route);
    if (!answer) return undefined;
    const name = this.#nameOf(itemOf(answer));
    if (!name) throw new Error(`The answer of ${route.method} ${route.path} has no name.`);
    return itemOf(answer) === answer ? name : `Page<${name}>`;
  }

  /** Returns the type of a part of a request; undefined where the route takes none. */
  requestType(schema: z.ZodType | undefined, indent: string): string | undefined {
    const required = requiredOf(schema);
    if (!required) return undefined;
    const $ref = this.#nameOf(required);
    const type = typeOf($ref ? { $ref } : outputSchema(required), this.#bodies, indent);
    return required === schema ? type : `${type} | undefined`;
  }

  /** Returns the lines that import the types in this text. */
  importsFor(text: string): string[] {
    const used = [...new Set(namesIn(text))].filter((name) => this.#declared.has(name)).sort();
    const importOf = (file: string, ofEvents: boolean): string[] => {
      const names = used.filter((name) => this.#ofEvents.has(name) === ofEvents);
      return names.length === 0 ? [] : [`import type { ${names.join(', ')} } from './${file}';`];
    };
    return [
      ...(namesIn(text).includes(this.#event.name) ? [this.#eventImport()] : []),
      ...importOf('event-types.ts', true),
      ...importOf('types.ts', false),
    ];
  }

  #findOfEvents(): ReadonlySet<string> {
    const found = new Set<string>();
    const isOfEvents = (name: string) => name === this.#event.name || found.has(name);
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const [name, text] of this.#declared)
        if (namesIn(text).some(isOfEvents)) found.add(name);
    }
    return found;
  }

  #eventImport(): string {
    return `import type { ${this.#event.name} } from '${this.#event.from}';`;
  }

  #declare(others: readonly z.ZodType[]): ReadonlyMap<string, string> {
    const routes = nouns.flatMap(([, endpoints]) => Object.values(endpoints));
    const found = new Map<string, string>();
    const declare = (roots: readonly (z.ZodType | undefined)[], style: Style): void => {
      for (const name of this.#reachable(roots, style)) {
        const text = declaration(name, style.named[name] ?? {}, style);
        const other = found.get(name);
        if (other !== undefined && other !== text) {
          throw new Error(`${name} is sent and taken in different forms: name the two apart.`);
        }
        found.set(name, text);
      }
    };
    declare(
      routes.map((route) => itemOf(answerOf(route))),
      this.#answers,
    );
    declare(Object.values(schemas.eventObjects), this.#answers);
    declare(others, this.#answers);
    declare(
      routes.map(({ body }) => requiredOf(body)),
      this.#bodies,
    );
    declare(
      routes.map(({ query }) => query),
      this.#queries,
    );
    return found;
  }

  #errorTypes(): string {
    const codes = Object.entries(errorCatalog);
    const details = codes.map(([code, entry]) => {
      const type = typeOf(outputSchema(entry.details), this.#answers, '  ');
      return `  /** ${entry.message} */\n  '${code}': ${type};\n`;
    });
    return [
      '/** What `details` of an error holds, by code. */',
      `export interface ErrorDetails {\n${details.join('')}}`,
      '',
      '/** The codes that this version knows; newer servers may have more. */',
      'export type ErrorCode = keyof ErrorDetails;',
      '',
    ].join('\n');
  }

  #nameOf(schema: z.ZodType | undefined): string | undefined {
    return schema && this.#names.get(schema);
  }

  /** The names of these schemas, and of all that their declarations refer to. */
  #reachable(roots: readonly (z.ZodType | undefined)[], style: Style): Set<string> {
    const found = new Set<string>();
    const pending = roots.map((root) => this.#nameOf(root)).filter((name) => name !== undefined);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (found.has(name) || name === this.#event.name) continue;
      if (!isInlined(style.named[name], style)) found.add(name);
      pending.push(...referencesIn(style.named[name]));
    }
    return found;
  }
}

/** The schema of the success; undefined for 204. */
export function answerOf({ responses }: Route): z.ZodType | undefined {
  const [status, schema] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  return status === '204' ? undefined : schema;
}

/** The schema of a body, whether or not it may be left out. */
export function requiredOf(body: z.ZodType | undefined): z.ZodType | undefined {
  return body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
}

/** The record of a page, or the schema itself. */
export function itemOf(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (!(schema instanceof z.ZodObject) || !('nextCursor' in schema.shape)) return schema;
  const { data } = schema.shape;
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : schema;
}

/** The names of types in a text. */
function namesIn(text: string): string[] {
  return text.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+/g) ?? [];
}

/** Every schema of the contract with the name of its type. */
function namesOfSchemas(eventName: string): ReadonlyMap<z.ZodType, string> {
  const found = Object.entries<unknown>(schemas).flatMap(([name, schema]) =>
    schema instanceof z.ZodType
      ? [[schema, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`] as const]
      : [],
  );
  // Open parts of the contract have a hand-written type, so that events narrow by type.
  return new Map([...found, [schemas.eventEnvelope, eventName]]);
}

function jsonSchemas(
  io: 'input' | 'output',
  names: ReadonlyMap<z.ZodType, string>,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  for (const [type, schema] of Object.entries(schemas.eventSchemas))
    registry.add(schema, { id: type });
  const { schemas: found } = z.toJSONSchema(registry, { ...conversion, io, uri: (id) => id });
  const { EventPattern, ...others } = found as Record<string, JsonSchema>;
  return { ...others, EventPattern: { ...EventPattern, enum: eventPatterns(), isOpen: true } };
}

function outputSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, conversion) as JsonSchema;
}

const conversion: Pick<z.core.ToJSONSchemaParams, 'unrepresentable' | 'override'> = {
  unrepresentable: 'any',
  // JSON Schema cannot express the result of a transform. The transforms of the contract keep the type of their input.
  override: ({ zodSchema: { _zod }, jsonSchema }) => {
    const { def } = _zod;
    if (Object.keys(jsonSchema).some(says) || def.type !== 'pipe') return;
    const { $schema: _, ...given } = z.toJSONSchema(def.in, conversion);
    Object.assign(jsonSchema, given);
  },
};

/** Whether this keyword narrows the type. */
function says(keyword: string): boolean {
  return keyword !== 'description';
}

/** Every type of event, every group of types, and all: the contract has only a rule for them. */
function eventPatterns(): string[] {
  const groups = schemas.eventTypes.map((type) => `${type.split('.')[0]}.*`);
  return ['*', ...new Set(groups), ...schemas.eventTypes];
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  );
}
