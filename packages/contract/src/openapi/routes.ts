import * as z from 'zod';
import { contract, sessionOnlyRoutes } from '../contract.ts';
import type { ErrorCode } from '../errors.ts';
import { bodyErrors, commonErrors, errorsOf, type RouteMetadata } from '../routes.ts';
import { successStatuses } from '../successes.ts';
import { wordsOfName } from '../words.ts';
import { schemaName } from './named-schemas.ts';

/** The properties of a route that the OpenAPI document needs, without those that ts-rest adds. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  description?: string;
  pathParams?: z.ZodObject | undefined;
  query?: z.ZodObject;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  responses: Record<number, z.ZodType>;
  metadata: RouteMetadata;
}

export interface Operation extends Route {
  /** The ID of the operation, such as `messages.send`: its name in the SDK. */
  id: string;
  tag: string;
  /** Every error code that the operation can return. */
  errors: readonly ErrorCode[];
}

/** Every endpoint, including those that need a signed-in user. */
export const operations: readonly Operation[] = [...contractOperations(), ...sessionOperations()];

/** The resources in the order of the contract. Each has the description of its record. */
export const tags = nouns().map(([noun, routes]) => ({
  name: tagName(noun),
  description: descriptionOf(Object.values(routes)),
}));

/** Returns the statuses of the success responses, and their common schema. */
export function successOf({ responses }: Route): { statuses: number[]; schema: z.ZodType } {
  const statuses = successStatuses(responses);
  const schema = responses[statuses[0] ?? 0];
  if (!schema) throw new Error('A route has no success.');
  return { statuses, schema };
}

/** Returns the schema of a body without its outer `optional`. */
export function required(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
}

function contractOperations(): Operation[] {
  return nouns().flatMap(([noun, routes]) =>
    Object.entries(routes).map(([name, route]) => ({
      ...route,
      id: `${noun}.${name}`,
      tag: tagName(noun),
      errors: errorsOf(route),
    })),
  );
}

function sessionOperations(): Operation[] {
  return sessionOnlyRoutes.map(({ name, method, path, summary }) => ({
    id: name,
    tag: tagName(name.slice(0, name.indexOf('.'))),
    method,
    path,
    summary,
    description: 'The server refuses every API key with `SVC-SESSION-REQUIRED`.',
    pathParams: allRoutes().find((route) => route.path === path)?.pathParams,
    responses: {},
    metadata: {},
    // The server reads the body before it refuses the key, so body errors can occur.
    errors: [...commonErrors, ...bodyErrors, 'SVC-SESSION-REQUIRED'],
  }));
}

function allRoutes(): Route[] {
  return nouns().flatMap(([, routes]) => Object.values(routes));
}

function nouns(): [string, Record<string, Route>][] {
  // Every route of the contract has this form (contract.test.ts); its inferred type is a union of literals.
  return Object.entries(contract) as unknown as [string, Record<string, Route>][];
}

/** Returns the name of a resource as a title: `apiKeys` → `API keys`. */
function tagName(noun: string): string {
  return schemaName(wordsOfName(noun));
}

function descriptionOf(routes: readonly Route[]): string {
  const schemas = routes.map((route) => successOf(route).schema);
  const record = schemas.find(
    (schema) => !('shape' in schema && 'nextCursor' in (schema.shape as object)),
  );
  if (record) return record.description ?? '';
  // A resource with a list alone: its pages describe the record.
  const [page] = schemas as readonly { shape?: { data?: { element: z.ZodType } } }[];
  return page?.shape?.data?.element.description ?? '';
}
