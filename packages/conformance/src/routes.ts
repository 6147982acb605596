import {
  bodyLimits,
  type Contract,
  contract,
  errorsOf,
  type RouteMetadata,
} from '@parley/contract';
import * as z from 'zod';

/** The properties that the suite derives from an endpoint of the contract. */
export interface Route {
  /** The name of the endpoint, such as `messages.send`. */
  name: EndpointName;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path, such as `/messages/:id`. */
  path: string;
  query: z.ZodObject | undefined;
  body: z.ZodType | undefined;
  responses: Readonly<Record<number, z.ZodType>>;
  resource: string | undefined;
  /** The kind of record that `:id` names, if the path has a second ID; otherwise undefined. */
  owner: string | undefined;
  /** The fields of the response that are null when the request is repeated with its idempotency key. */
  secrets: readonly string[];
  /** Whether the request or the response is the bytes of a file; undefined for JSON. */
  bytes: 'request' | 'response' | undefined;
  /** The maximum size of the body, in bytes. */
  bodyBytes: number;
  /** Whether the endpoint also works while the tenant is suspended. */
  whileSuspended: boolean;
  /** Every error code that the contract lists for the endpoint. */
  errors: readonly string[];
}

export type EndpointName = {
  [Noun in keyof Contract]: `${Noun & string}.${keyof Contract[Noun] & string}`;
}[keyof Contract];

interface RawRoute {
  method: Route['method'];
  path: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  responses: Record<number, z.ZodType>;
  metadata: RouteMetadata;
}

/** Every endpoint of the contract, including endpoints added later. */
export const routes: readonly Route[] = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, RawRoute>).map(([endpoint, raw]) => ({
    name: `${noun}.${endpoint}` as EndpointName,
    method: raw.method,
    path: raw.path,
    query: raw.query,
    body: raw.body,
    responses: raw.responses,
    resource: raw.metadata.resource,
    owner: raw.metadata.owner,
    secrets: raw.metadata.secrets ?? [],
    bytes: raw.metadata.bytes,
    bodyBytes: raw.metadata.bodyBytes ?? bodyLimits.defaultBytes,
    whileSuspended: raw.metadata.whileSuspended ?? false,
    errors: errorsOf(raw),
  })),
);

export const routesOnOneRecord = routes.filter((route) => route.path.includes(':id'));
export const postRoutes = routes.filter((route) => route.method === 'POST');
/** The endpoints with a JSON body. */
export const bodyRoutes = routes.filter(({ body, bytes }) => body && bytes !== 'request');
export const listRoutes = routes.filter(isList);

export function routeNamed(name: EndpointName): Route {
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`the contract has no ${name}`);
  return route;
}

/**
 * Returns the status of a success that creates a record. An endpoint that also declares 200 returns 200 for an existing
 * record. The statuses of errors are in the same object and are left out.
 */
export function successStatus(route: Route): number {
  const status = Object.keys(route.responses).map(Number).findLast(isSuccess);
  if (status === undefined) throw new Error(`${route.name} declares no success`);
  return status;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns the values of `sort` that the query schema of an endpoint allows. */
export function sortsOf(route: Route): readonly string[] {
  const sort = route.query?.shape['sort'];
  return sort ? enumValues(sort as z.ZodType) : [];
}

/** Returns a status whose records a list shows only with a filter; undefined when there is none. */
export function unlistedStatusOf(route: Route): string | undefined {
  const status = route.query?.shape['status'];
  if (!status) return undefined;
  const schema = z.toJSONSchema(status as z.ZodType, { io: 'output', unrepresentable: 'any' });
  const { items, default: shown } = schema as {
    items?: { enum?: readonly string[] };
    default?: readonly string[];
  };
  return items?.enum?.findLast((value) => !shown?.includes(value));
}

/** Returns whether a response of the endpoint contains the ID of a record. */
export function namesRecord(route: Route): boolean {
  const schema = route.responses[successStatus(route)] as z.ZodType;
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return JSON.stringify(json).includes('"id":{');
}

function enumValues(schema: z.ZodType): readonly string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (json.enum ?? []) as string[];
}

function isList({ query }: Route): boolean {
  return query !== undefined && 'cursor' in query.shape;
}
