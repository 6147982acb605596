// What the SDK has from the contract: flat types, events, a table of routes, and its own version.
import { contract, errorCatalog } from '@parley/contract';
import * as schemas from '@parley/contract/schemas';
import * as z from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { eventsFile, unionOfEvents } from './events-file.ts';
import { declaration, isInlined, type JsonSchema, type Style, typeOf } from './typescript.ts';

const header = '// Written by scripts/generate.ts from the contract. Do not edit.\n';

const eventsImport = `import type { ${unionOfEvents} } from '../webhooks/event.ts';\n`;

const oneOrMany = `/** One value, or several of which any matches. */
export type OneOrMany<Value> = Value | readonly Value[];
`;

interface Route {
  method: string;
  path: string;
  headers?: unknown;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Record<number, z.ZodType>;
}

const names = new Map<z.ZodType, string>(
  Object.entries<unknown>(schemas).flatMap(([name, schema]) =>
    schema instanceof z.ZodType
      ? [[schema, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`] as const]
      : [],
  ),
);
// Readers tell events apart by their type: what the contract leaves open is a union here.
names.set(schemas.eventEnvelope, unionOfEvents);
const nouns = Object.entries(contract) as unknown as [string, Record<string, Route>][];
const routes = nouns.flatMap(([, endpoints]) => Object.values(endpoints));

const answerStyle: Style = {
  openEnums: true,
  singleValues: false,
  dates: false,
  readonlyLists: false,
  named: jsonSchemas('output'),
};
const bodyStyle: Style = {
  openEnums: false,
  singleValues: false,
  dates: true,
  readonlyLists: true,
  named: jsonSchemas('input'),
};
const queryStyle: Style = { ...bodyStyle, singleValues: true };

/** Types that have an event in them, by name. */
const ofEvents = new Set([unionOfEvents]);

/** Path below `src/generated` → content. */
export function generatedFiles(): Record<string, string> {
  const { plain, ofEvents } = typesFiles();
  return {
    'types.ts': plain,
    'event-types.ts': ofEvents,
    'events.ts': header + eventsFile(answerStyle),
    'routes.ts': routesFile(),
    'version.ts': `${header}export const version = '${manifest.version}';\n`,
  };
}

/**
 * All types in one file, but for those that have an event in them: events are made of the other types.
 */
function typesFiles(): { plain: string; ofEvents: string } {
  const declarations = new Map<string, string>();
  const declare = (roots: readonly (z.ZodType | undefined)[], style: Style): void => {
    for (const name of reachable(roots, style)) {
      const text = declaration(name, style.named[name] ?? {}, style);
      const other = declarations.get(name);
      if (other !== undefined && other !== text) {
        throw new Error(`${name} is sent and taken in different forms: name the two apart.`);
      }
      declarations.set(name, text);
    }
  };
  declare(
    routes.map((route) => itemOf(answerOf(route))),
    answerStyle,
  );
  declare(Object.values(schemas.eventObjects), answerStyle);
  declare(
    routes.map(({ body }) => requiredOf(body)),
    bodyStyle,
  );
  declare(
    routes.map(({ query }) => query),
    queryStyle,
  );
  const sorted = [...declarations].sort(([a], [b]) => (a < b ? -1 : 1));
  const isOfEvents = (text: string): boolean => namesIn(text).some((name) => ofEvents.has(name));
  for (let size = 0; size !== ofEvents.size; ) {
    size = ofEvents.size;
    for (const [name, text] of sorted) if (isOfEvents(text)) ofEvents.add(name);
  }
  const textOf = (all: typeof sorted): string[] => all.map(([, text]) => text);
  const plain = sorted.filter(([name]) => !ofEvents.has(name));
  return {
    plain: [header, oneOrMany, ...textOf(plain), errorTypes()].join('\n'),
    ofEvents: [header, eventsImport, ...textOf(sorted.filter(([name]) => ofEvents.has(name)))].join(
      '\n',
    ),
  };
}

function errorTypes(): string {
  const codes = Object.entries(errorCatalog);
  const details = codes.map(([code, entry]) => {
    const schema = z.toJSONSchema(entry.details, { io: 'output' }) as JsonSchema;
    const type = typeOf(schema, answerStyle, '  ');
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

function routesFile(): string {
  const used = new Set<string>();
  const tables = nouns.map(([noun, endpoints]) => {
    const lines = Object.entries(endpoints).map(([key, route]) => {
      const result = resultOf(route);
      for (const name of namesIn(result)) used.add(name);
      const facts = [
        `method: '${route.method}'`,
        `path: '${route.path}'`,
        // Of a POST it is the rule.
        ...(dedupes(route) === (route.method === 'POST') ? [] : [`dedupes: ${dedupes(route)}`]),
        ...(204 in route.responses ? ['empty: true'] : []),
      ];
      return `  ${key}: { ${facts.join(', ')} } as Route<${result}>,\n`;
    });
    return `export const ${noun} = {\n${lines.join('')}};\n`;
  });
  used.delete('Page');
  used.delete(unionOfEvents);
  const importOf = (isOfEvents: boolean): string =>
    [...used]
      .filter((name) => ofEvents.has(name) === isOfEvents)
      .sort()
      .join(', ');
  return [
    header,
    "import type { Route } from '../core/request.ts';",
    "import type { Page } from '../core/success.ts';",
    eventsImport.trimEnd(),
    `import type { ${importOf(true)} } from './event-types.ts';`,
    `import type { ${importOf(false)} } from './types.ts';`,
    '',
    tables.join('\n'),
  ].join('\n');
}

/** The names of types in a text. */
function namesIn(text: string): string[] {
  return text.match(/\b[A-Z]\w+/g) ?? [];
}

function dedupes({ headers }: { headers?: unknown }): boolean {
  return typeof headers === 'object' && headers !== null && 'idempotency-key' in headers;
}

function resultOf(route: Route): string {
  const answer = answerOf(route);
  if (!answer) return 'void';
  const name = nameOf(itemOf(answer));
  if (!name) throw new Error(`The answer of ${route.method} ${route.path} has no name.`);
  return itemOf(answer) === answer ? name : `Page<${name}>`;
}

/** The schema of the success; undefined for 204. */
function answerOf({ responses }: Route): z.ZodType | undefined {
  const [status, schema] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  return status === '204' ? undefined : schema;
}

/** The schema of a body, whether or not it may be left out. */
function requiredOf(body: z.ZodType | undefined): z.ZodType | undefined {
  return body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
}

/** The record of a page, or the schema itself. */
function itemOf(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (!(schema instanceof z.ZodObject) || !('nextCursor' in schema.shape)) return schema;
  const { data } = schema.shape;
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : schema;
}

function nameOf(schema: z.ZodType | undefined): string | undefined {
  return schema && names.get(schema);
}

function jsonSchemas(io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  for (const [type, schema] of Object.entries(schemas.eventSchemas))
    registry.add(schema, { id: type });
  const { schemas: found } = z.toJSONSchema(registry, {
    io,
    uri: (id) => id,
    unrepresentable: 'any',
  });
  const { EventPattern, ...others } = found as Record<string, JsonSchema>;
  return { ...others, EventPattern: { ...EventPattern, enum: eventPatterns(), isOpen: true } };
}

/** Every type of event, every group of types, and all: the contract has only a rule for them. */
function eventPatterns(): string[] {
  const groups = schemas.eventTypes.map((type) => `${type.split('.')[0]}.*`);
  return ['*', ...new Set(groups), ...schemas.eventTypes];
}

/** The names of these schemas, and of all that their declarations refer to. */
function reachable(roots: readonly (z.ZodType | undefined)[], style: Style): Set<string> {
  const found = new Set<string>();
  const pending = roots.map(nameOf).filter((name) => name !== undefined);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name) || name === unionOfEvents) continue;
    if (!isInlined(style.named[name], style)) found.add(name);
    pending.push(...referencesIn(style.named[name]));
  }
  return found;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  );
}
