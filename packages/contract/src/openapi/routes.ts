import * as z from 'zod';
import { contract, sessionOnlyRoutes } from '../contract.ts';
import type { ErrorCode } from '../errors.ts';
import { bodyErrors, commonErrors, errorsOf, type RouteMetadata } from '../routes.ts';
import { schemaName } from './named-schemas.ts';

/** The properties of a route that the document needs, without those that ts-rest adds. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  description?: string;
  pathParams?: z.ZodObject;
  query?: z.ZodObject;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  responses: Record<number, z.ZodType>;
  metadata: RouteMetadata;
}

export interface Operation extends Route {
  /** `messages.send`, the name that the SDK has for it. */
  id: string;
  tag: string;
  /** Every error code that it can return. */
  errors: readonly ErrorCode[];
}

/** Every endpoint, including those that an API key may not call. */
export const operations: readonly Operation[] = [...contractOperations(), ...sessionOperations()];

/** The nouns in the order of the contract; each is described by the record that it is about. */
export const tags = nouns().map(([noun, routes]) => ({
  name: tagName(noun),
  description: descriptionOf(Object.values(routes)),
}));

/** Returns the statuses of success responses and their schema, the same for all. */
export function successOf({ responses }: Route): { statuses: number[]; schema: z.ZodType } {
  const found = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  if (!found[0]) throw new Error('A route has no success.');
  return { statuses: found.map(([status]) => Number(status)), schema: found[0][1] };
}

/** Returns the schema of a body without `optional`. */
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
  return sessionOnlyRoutes.map(({ method, path, summary }) => {
    const [noun] = nouns().find(([, routes]) => Object.values(routes)[0]?.path === path) ?? [];
    if (!noun) throw new Error(`No noun has the path ${path}.`);
    return {
      id: `${noun}.create`,
      tag: tagName(noun),
      method,
      path,
      summary,
      description: 'Always refused for an API key.',
      responses: {},
      metadata: {},
      // The body is read before the key is refused.
      errors: [...commonErrors, ...bodyErrors, 'SVC-SESSION-REQUIRED'],
    };
  });
}

function nouns(): [string, Record<string, Route>][] {
  // Every route of the contract has this form (contract.test.ts); its inferred type is a union of literals.
  return Object.entries(contract) as unknown as [string, Record<string, Route>][];
}

/** `apiKeys` → `API keys`. */
function tagName(noun: string): string {
  const words = noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return schemaName(words).replace(/^Api /, 'API ');
}

function descriptionOf(routes: readonly Route[]): string {
  const schemas = routes.map((route) => successOf(route).schema);
  const record = schemas.find(
    (schema) => !('shape' in schema && 'nextCursor' in (schema.shape as object)),
  );
  return record?.description ?? '';
}
