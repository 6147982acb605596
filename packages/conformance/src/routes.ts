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
  /** `messages.send` */
  name: EndpointName;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `/messages/:id` */
  path: string;
  query: z.ZodObject | undefined;
  body: z.ZodType | undefined;
  responses: Readonly<Record<number, z.ZodType>>;
  resource: string | undefined;
  /** Kind of the record that `:id` names, where the path has a second id. */
  owner: string | undefined;
  /** Fields of the answer that are null when it is repeated. */
  secrets: readonly string[];
  /** The part that is the bytes of a file. */
  bytes: 'request' | 'response' | undefined;
  /** Largest body. */
  bodyBytes: number;
  /** Every error code that the contract has for it. */
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
    errors: errorsOf(raw),
  })),
);

export const routesOnOneRecord = routes.filter((route) => route.path.includes(':id'));
export const postRoutes = routes.filter((route) => route.method === 'POST');
/** Those with a body of JSON. */
export const bodyRoutes = routes.filter(({ body, bytes }) => body && bytes !== 'request');
export const listRoutes = routes.filter(isList);

export function routeNamed(name: EndpointName): Route {
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`the contract has no ${name}`);
  return route;
}

/**
 * The status of a success for a new record; ts-rest merges the statuses of errors into the responses. An endpoint that
 * declares 200 as well returns it for an existing record.
 */
export function successStatus(route: Route): number {
  const status = Object.keys(route.responses).map(Number).findLast(isSuccess);
  if (status === undefined) throw new Error(`${route.name} declares no success`);
  return status;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The values of `sort`, read off the query schema. */
export function sortsOf(route: Route): readonly string[] {
  const sort = route.query?.shape['sort'];
  return sort ? enumValues(sort as z.ZodType) : [];
}

/** A status that a list returns only with a filter; undefined when there is none. */
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

/** Whether an answer has the id of a record somewhere. */
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
