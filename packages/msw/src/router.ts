import {
  apiPrefixes,
  bodyLimits,
  contract,
  decodePathValue,
  type IdKind,
  sessionOnlyRoutes,
} from '@parley/contract';
import type * as z from 'zod';
import { closest, editDistance } from './edit-distance.ts';

/** One endpoint of the contract as the mock uses it. */
export interface Endpoint {
  /** `messages.send`: how tests and errors name it. */
  name: string;
  noun: string;
  action: string;
  method: string;
  path: string;
  pathParams: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  responses: ReadonlyMap<number, z.ZodType>;
  /** The status of its success. */
  status: number;
  resource: IdKind | undefined;
  /** The kind of record that it answers with its `Location`. */
  creates: IdKind | undefined;
  /** Fields of its answer that are not kept with an Idempotency-Key. */
  secrets: readonly string[];
  /** The largest body that it takes. */
  bodyBytes: number;
}

interface Route {
  method: string;
  segments: readonly string[];
  /** Undefined: only a signed-in user may do this. */
  endpoint: Endpoint | undefined;
}

export type Match =
  | { kind: 'endpoint'; endpoint: Endpoint; params: Record<string, string> }
  | { kind: 'session_only' }
  | { kind: 'method_not_allowed'; allowed: string[] }
  | { kind: 'not_found' };

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.entries(contract).flatMap(([noun, routes]) =>
  Object.entries(routes).map(([action, route]) => toEndpoint(noun, action, route)),
);

const routes: readonly Route[] = [
  ...endpoints.map((endpoint) => toRoute(endpoint, endpoint)),
  ...sessionOnlyRoutes.map((route) => toRoute(route, undefined)),
];

/** Routes with their parameters last: `/api-keys/current` wins over `/api-keys/:id`. */
const routesByLength = new Map<number, Route[]>();
for (const route of [...routes].sort((a, b) => parameterCount(a) - parameterCount(b))) {
  const same = routesByLength.get(route.segments.length) ?? [];
  same.push(route);
  routesByLength.set(route.segments.length, same);
}

/** The endpoint of a request, under either prefix. */
export function matchRoute(method: string, pathname: string): Match {
  const segments = withoutPrefix(pathname);
  const candidates = segments && routesByLength.get(segments.length);
  const [first, ...others] = candidates?.filter((route) => fits(route, segments ?? [])) ?? [];
  if (!segments || !first) return { kind: 'not_found' };
  // A path that is an endpoint's own is no id of a record.
  const fitting = [
    first,
    ...others.filter((route) => parameterCount(route) === parameterCount(first)),
  ];
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = fitting.find((candidate) => candidate.method === wanted);
  if (!route) {
    return { kind: 'method_not_allowed', allowed: fitting.map((candidate) => candidate.method) };
  }
  if (!route.endpoint) return { kind: 'session_only' };
  return { kind: 'endpoint', endpoint: route.endpoint, params: paramsOf(route, segments) };
}

/** The route whose spelling is closest: a hint for whoever mistyped a path. */
export function nearestRoute(method: string, pathname: string): string {
  const path = `/${withoutPrefix(pathname)?.join('/') ?? pathname.replace(/^\/+/, '')}`;
  const nearest = closest(
    endpoints,
    (endpoint) => editDistance(path, endpoint.path) + (endpoint.method === method ? 0 : 1),
  );
  return nearest ? `${nearest.method} ${apiPrefixes[0]}${nearest.path}` : '';
}

function toEndpoint(noun: string, action: string, route: ContractRoute): Endpoint {
  const responses = new Map(
    Object.entries(route.responses).map(([status, schema]) => [Number(status), schema]),
  );
  return {
    name: `${noun}.${action}`,
    noun,
    action,
    method: route.method,
    path: route.path,
    pathParams: route.pathParams,
    query: route.query,
    body: route.body,
    responses,
    status: [...responses.keys()].find((status) => status < 300) ?? 200,
    resource: route.metadata.resource,
    creates: route.metadata.creates,
    secrets: route.metadata.secrets ?? [],
    bodyBytes: route.metadata.bodyBytes ?? bodyLimits.defaultBytes,
  };
}

/** What ts-rest's router holds for each route, loosely typed: the loop sees all endpoints at once. */
interface ContractRoute {
  method: string;
  path: string;
  pathParams?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  responses: Record<number, z.ZodType>;
  metadata: {
    resource?: IdKind;
    creates?: IdKind;
    secrets?: readonly string[];
    bodyBytes?: number;
  };
}

function toRoute(route: { method: string; path: string }, endpoint: Endpoint | undefined): Route {
  return { method: route.method, segments: split(route.path), endpoint };
}

function split(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function parameterCount(route: Route): number {
  return route.segments.filter((segment) => segment.startsWith(':')).length;
}

function withoutPrefix(pathname: string): string[] | undefined {
  const prefix = apiPrefixes.find((candidate) => pathname.startsWith(`${candidate}/`));
  return prefix === undefined ? undefined : split(pathname.slice(prefix.length));
}

function fits(route: Route, segments: readonly string[]): boolean {
  return route.segments.every((segment, index) =>
    segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
  );
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  route.segments.forEach((segment, index) => {
    const name = segment.slice(1);
    if (segment.startsWith(':')) params[name] = decodePathValue(name, segments[index] ?? '');
  });
  return params;
}
