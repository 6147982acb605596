// The files that the SDK gets from the contract: flat types, the interfaces of the resources, events, a table of
// routes, and the version of the SDK.
import * as z from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { usualEndpoints } from '../src/core/endpoints.ts';
import {
  answerOf,
  ContractTypes,
  header,
  itemOf,
  nouns,
  type Route,
  requiredOf,
} from './contract-types.ts';
import { nounsFile, resourcesFile } from './resources-file.ts';

/** Path below `src/generated` → content. */
export function generatedFiles(): Record<string, string> {
  const types = new ContractTypes({
    event: { name: 'WebhookEvent', from: '../webhooks/event.ts' },
    requests: 'written',
  });
  const endpoints = Object.fromEntries(nouns.map(([noun, routes]) => [noun, endpointsOf(routes)]));
  return {
    ...types.files(),
    'resources.ts': resourcesFile(types, endpoints),
    'nouns.ts': nounsFile(),
    'routes.ts': routesFile(endpoints),
    'version.ts': `${header}export const version = '${manifest.version}';\n`,
  };
}

/** The table of endpoints, from which `core/resource.ts` makes the methods. */
function routesFile(endpoints: Readonly<Record<string, Endpoints>>): string {
  const tables = Object.entries(endpoints).map(
    ([noun, texts]) => `  ${noun}: \`${shortest(texts)}\`,\n`,
  );
  return `${header}export const routes = {\n${tables.join('')}};\n`;
}

/** Returns the shortest text from which `endpointsOf` in `core/endpoints.ts` reads these endpoints. */
function shortest(endpoints: Endpoints): string {
  const paths = Object.values(endpoints).map((endpoint) => endpoint.split(' ')[1] ?? '');
  const bases = paths.flatMap((path) =>
    path.split(/(?=\/)/).map((_, place, parts) => parts.slice(0, place + 1).join('')),
  );
  const texts = bases.map((base) => textBelow(base, endpoints));
  return texts.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Returns the text in which `.` stands for the path `base`. */
function textBelow(base: string, endpoints: Endpoints): string {
  const lines = Object.entries(endpoints).map(([name, endpoint]) => {
    const [method = '', path = '', ...words] = endpoint.split(' ');
    const isBelow = path === base || path.startsWith(`${base}/`);
    const below = isBelow ? `.${path.slice(base.length)}` : path;
    const short = below.endsWith(`/${name}`) ? below.slice(0, -name.length) : below;
    const text = [method, short, ...words].join(' ');
    return text === usualEndpoints.get(name) ? name : `${name} ${text}`;
  });
  return [base, ...lines].join('\n');
}

/** The texts of the endpoints of a resource, by the names of the methods. */
type Endpoints = Readonly<Record<string, string>>;

function endpointsOf(routes: Record<string, Route>): Endpoints {
  const texts = Object.entries(routes).map(([key, route]) => [key, textOf(route, key)]);
  return { ...Object.fromEntries(texts), ...waitOf(routes) };
}

/** The method `wait` of records that end: it reads one until then. */
function waitOf({ get }: Record<string, Route>): Endpoints {
  const record = get && requiredOf(answerOf(get));
  const ends = record instanceof z.ZodObject && 'finishedAt' in record.shape;
  return get && ends ? { wait: `${textOf(get, 'wait')} wait` } : {};
}

/** Returns the text of an endpoint, from which `methodOf` in `core/resource.ts` makes the method of the SDK. */
function textOf(route: Route, name: string): string {
  const { method, path, body, query, headers, metadata, responses } = route;
  const dedupes = typeof headers === 'object' && headers !== null && 'idempotency-key' in headers;
  // The SDK knows the rule only.
  if (dedupes !== (method === 'POST'))
    throw new Error(`${method} ${path} does not dedupe like others.`);
  const isPaged = answerOf(route) !== itemOf(answerOf(route));
  if (isPaged !== name.startsWith('list'))
    throw new Error(`${method} ${path}: only the names of lists begin with "list".`);
  const words = {
    upload: metadata.bytes === 'request',
    download: metadata.bytes === 'response',
    body: hasFields(body) && metadata.bytes === undefined && method !== 'PATCH',
    query: query !== undefined && !isPaged && metadata.bytes !== 'request',
    empty: 204 in responses && method !== 'DELETE',
  };
  const isAsOthers = method === 'PATCH' ? hasFields(body) : method !== 'DELETE' || 204 in responses;
  if (!isAsOthers)
    throw new Error(`${method} ${path} takes or returns something else than others.`);
  return [
    method,
    path,
    ...Object.entries(words)
      .filter(([, applies]) => applies)
      .map(([word]) => word),
  ].join(' ');
}

/** Actions without a body accept an empty object. */
function hasFields(body: z.ZodType | undefined): boolean {
  const required = requiredOf(body);
  return required instanceof z.ZodObject
    ? Object.keys(required.shape).length > 0
    : required !== undefined;
}
