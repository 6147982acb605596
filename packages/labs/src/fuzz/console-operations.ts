import { type ErrorCode, errorCatalog, errorsOf, type RouteShape } from '@parley/contract';
import { consoleContract, entryContract } from '@parley/contract/console';
import { jsonSchemaOf } from '@parley/contract/openapi';
import type { Operation, Parameter, Schema } from './document.ts';

// The endpoints of the console are in no published document. Their operations are generated from the contract package,
// so only the responses can differ from what a client expects.

/** The errors of requests with a session, in addition to those of requests with an API key. */
export const sessionErrors = [
  'SVC-SIGN-IN-REQUIRED',
  'SVC-ROLE-REQUIRED',
  'SVC-FORBIDDEN',
] as const satisfies readonly ErrorCode[];

interface Route extends RouteShape {
  readonly pathParams?: RouteShape['query'];
  readonly headers?: object;
  readonly responses: Readonly<Record<number, NonNullable<RouteShape['body']>>>;
}

/** Returns the operations that the API has only in the console. */
export function consoleOperations(): readonly Operation[] {
  // Every route has this form; the inferred type is a union of literals.
  const nouns = { ...entryContract, ...consoleContract } as unknown as Record<
    string,
    Record<string, Route>
  >;
  return Object.entries(nouns).flatMap(([noun, routes]) =>
    Object.entries(routes).map(([name, route]) => operationOf(`console.${noun}.${name}`, route)),
  );
}

function operationOf(id: string, route: Route): Operation {
  const { method, path, pathParams, query, headers, body, responses } = route;
  const idempotencyKey: Parameter[] = headers
    ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]
    : [];
  return {
    id,
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    parameters: [
      ...parametersOf('path', pathParams),
      ...parametersOf('query', query),
      ...idempotencyKey,
    ],
    body: body && jsonSchemaOf(body, 'input'),
    examples: [],
    answers: answersOf(responses, [...errorsOf(route), ...sessionErrors]),
    failure: failureOf(Object.keys(errorCatalog) as ErrorCode[]),
    isOfConsole: true,
  };
}

function parametersOf(place: Parameter['in'], object: RouteShape['query']): Parameter[] {
  const { properties = {} } = object ? jsonSchemaOf(object, 'input') : {};
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const { description } = schema as { description?: string };
    return { name, in: place, schema, ...(description !== undefined && { description }) };
  });
}

function answersOf(
  responses: Route['responses'],
  errors: readonly ErrorCode[],
): Operation['answers'] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const statuses = new Set(errors.map((code) => errorCatalog[code].status));
  return new Map<number, Schema | null>([
    ...successes.map(
      ([status, schema]) =>
        [Number(status), status === '204' ? null : jsonSchemaOf(schema, 'output')] as const,
    ),
    ...[...statuses].map((status) => {
      const codes = errors.filter((code) => errorCatalog[code].status === status);
      return [status, failureOf([...new Set(codes)])] as const;
    }),
  ]);
}

/** Returns the schema of a failure with one of these codes. */
function failureOf(codes: readonly ErrorCode[]): Schema {
  const errors = codes.map((code) => ({
    type: 'object',
    required: ['code', 'message', 'details'],
    properties: {
      code: { const: code },
      message: { type: 'string' },
      details: jsonSchemaOf(errorCatalog[code].details, 'output'),
    },
  }));
  return { type: 'object', required: ['error'], properties: { error: { anyOf: errors } } };
}
