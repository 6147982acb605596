import {
  apiPrefixes,
  bodyLimits,
  contract,
  type IdKind,
  type RouteMetadata,
  sessionOnlyRoutes,
  successStatuses,
} from '@parley/contract';
import { type Matched, RouteTree } from '@parley/domain';
import { closest } from 'fastest-levenshtein';
import type * as z from 'zod';

/** One endpoint of the contract as the mock uses it. */
export interface Endpoint {
  /** The name of the endpoint in tests and errors, such as `messages.send`. */
  name: string;
  noun: string;
  action: string;
  method: string;
  path: string;
  pathParams: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  responses: Readonly<Record<number, z.ZodType>>;
  /** The statuses of a successful response. If there are two, the last one is for a new record. */
  statuses: readonly number[];
  resource: IdKind | undefined;
  /** Kind of the created record, for the `Location` header. */
  creates: IdKind | undefined;
  /** Fields of the response that are not stored with an Idempotency-Key. */
  secrets: readonly string[];
  /** Whether the request or the response is the bytes of a file; undefined for JSON. */
  bytes: 'request' | 'response' | undefined;
  /** Maximum size of the body, in bytes. */
  bodyBytes: number;
  whileSuspended: boolean;
}

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.entries(contract).flatMap(([noun, routes]) =>
  Object.entries(routes).map(([action, route]) => toEndpoint(noun, action, route)),
);

/** The routes by method and path. `session_only` marks the routes that only a signed-in user may call. */
const tree = new RouteTree<Endpoint | 'session_only'>();
for (const endpoint of endpoints) tree.add(endpoint.method, endpoint.path, endpoint);
for (const { method, path } of sessionOnlyRoutes) tree.add(method, path, 'session_only');

/** Returns the endpoint of a request, for paths under either API prefix. Throws the errors of `RouteTree`. */
export function matchRoute(method: string, pathname: string): Matched<Endpoint | 'session_only'> {
  return tree.match(method, withoutPrefix(pathname) ?? '//', pathname);
}

/** Returns the route with the closest spelling, which the error for a mistyped path suggests. */
export function nearestRoute(method: string, pathname: string): string {
  const path = withoutPrefix(pathname) ?? `/${pathname.replace(/^\/+/, '')}`;
  const known = endpoints.map((endpoint) => `${endpoint.method} ${apiPrefixes[0]}${endpoint.path}`);
  return closest(`${method} ${apiPrefixes[0]}${path}`, known);
}

function toEndpoint(noun: string, action: string, route: ContractRoute): Endpoint {
  return {
    name: `${noun}.${action}`,
    noun,
    action,
    method: route.method,
    path: route.path,
    pathParams: route.pathParams,
    query: route.query,
    body: route.body,
    responses: route.responses,
    statuses: successStatuses(route.responses),
    resource: route.metadata.resource,
    creates: route.metadata.creates,
    secrets: route.metadata.secrets ?? [],
    bytes: route.metadata.bytes,
    bodyBytes: route.metadata.bodyBytes ?? bodyLimits.defaultBytes,
    whileSuspended: route.metadata.whileSuspended ?? false,
  };
}

/** The routes of the contract, loosely typed: the loop handles all endpoints. */
interface ContractRoute {
  method: string;
  path: string;
  pathParams?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  responses: Record<number, z.ZodType>;
  metadata: RouteMetadata;
}

function withoutPrefix(pathname: string): string | undefined {
  const prefix = apiPrefixes.find((candidate) => pathname.startsWith(`${candidate}/`));
  return prefix === undefined ? undefined : pathname.slice(prefix.length);
}
