import * as z from 'zod';
import { examples } from '../generated/examples.ts';
import { idempotencyKeyHeader, replayedHeader } from '../idempotency.ts';
import { pageQuery } from '../pagination.ts';
import type { Failures } from './failures.ts';
import { headerRefs, quotaHeaders } from './headers.ts';
import { acceptedShape, type JsonSchema, refTo } from './json-schema.ts';
import { namedSchemas, schemaName } from './named-schemas.ts';
import { type Operation, required, successOf } from './routes.ts';

/** The parameters that several operations share. */
export const sharedParameters = {
  Cursor: queryParameter('cursor', pageQuery),
  Limit: queryParameter('limit', pageQuery),
  IdempotencyKey: {
    name: idempotencyKeyHeader,
    in: 'header',
    description:
      'Your key, unique per call. Within 24 hours, requests with the same key and body have one effect and one response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
};

/** The examples of the exported schemas, by the names of their components. */
export const schemaExamples: ReadonlyMap<string, unknown> = new Map(
  Object.entries(examples).map(([name, value]) => [schemaName(name), value]),
);

/** Returns a path in the form of OpenAPI: `/messages/:id` → `/messages/{id}`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

export function operationObject(operation: Operation, failures: Failures) {
  const { id, tag, summary, description, errors } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...listIfAny('parameters', parametersOf(operation)),
    ...requestBodyOf(operation),
    responses: {
      ...successResponse(operation),
      ...failures.responses(errors),
    },
  };
}

/** Returns the content `application/json` with a reference to the schema and its example. */
export function jsonContent(schema: z.ZodType) {
  const name = namedSchemas.get(schema) ?? '';
  const example = schemaExamples.has(name)
    ? { examples: { [name]: { $ref: `#/components/examples/${name}` } } }
    : {};
  return { 'application/json': { schema: refTo(schema), ...example } };
}

function parametersOf({ pathParams, query, headers }: Operation): unknown[] {
  const path = Object.entries(pathParams?.shape ?? {}).map(([name, schema]) => {
    const { $schema, description, ...rest } = z.toJSONSchema(schema, { io: 'input' });
    return { name, in: 'path', required: true, description, schema: rest };
  });
  const filters = query ? Object.keys(query.shape).map((name) => queryReference(name, query)) : [];
  const key = headers ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  return [...path, ...filters, ...key];
}

function queryReference(name: string, query: z.ZodObject): unknown {
  const schema = query.shape[name];
  if (schema === pageQuery.shape.cursor) return { $ref: '#/components/parameters/Cursor' };
  if (schema === pageQuery.shape.limit) return { $ref: '#/components/parameters/Limit' };
  return queryParameter(name, query);
}

function queryParameter(name: string, query: z.ZodObject) {
  const { description, ...schema } = acceptedShape(query).properties?.[name] ?? {};
  return { name, in: 'query', description, schema };
}

function requestBodyOf({ body, metadata }: Operation) {
  if (body === undefined) return {};
  if (metadata.bytes === 'request') {
    const form = { type: 'object', required: ['file'], properties: { file: binary } };
    const content = { '*/*': { schema: binary }, 'multipart/form-data': { schema: form } };
    return { requestBody: { required: true, content } };
  }
  if (body instanceof z.ZodOptional) {
    const inner = required(body);
    if (namedSchemas.has(inner)) {
      return { requestBody: { required: false, content: jsonContent(inner) } };
    }
    const schema: JsonSchema = { type: 'object' };
    return {
      requestBody: {
        description: 'The body has no fields: omit it, or send `{}`.',
        required: false,
        content: { 'application/json': { schema } },
      },
    };
  }
  return { requestBody: { required: true, content: jsonContent(body) } };
}

function successResponse(operation: Operation) {
  if (Object.keys(operation.responses).length === 0) return {};
  const { statuses, schema } = successOf(operation);
  const names = [
    'X-Request-Id',
    ...quotaHeaders,
    ...(operation.metadata.creates ? ['Location'] : []),
    ...(operation.headers ? [replayedHeader] : []),
  ];
  const { bytes, mediaType } = operation.metadata;
  if (bytes === 'response') return bytesResponses(schema, names, mediaType);
  const isEmpty = schema instanceof z.ZodUndefined;
  const response = {
    description: isEmpty ? 'Done.' : (schema.description ?? ''),
    headers: headerRefs(names),
    ...(isEmpty ? {} : { content: jsonContent(schema) }),
  };
  return Object.fromEntries(statuses.map((status) => [status, response]));
}

const binary: JsonSchema = { type: 'string', format: 'binary' };

function bytesResponses(
  { description = '' }: z.ZodType,
  names: readonly string[],
  mediaType: string | undefined,
) {
  if (mediaType !== undefined) {
    const headers = headerRefs([...names, 'Content-Disposition']);
    return { 200: { description, headers, content: { [mediaType]: { schema: binary } } } };
  }
  const headers = headerRefs([...names, 'Content-Disposition', 'Accept-Ranges']);
  const content = { '*/*': { schema: binary } };
  return {
    200: { description, headers, content },
    206: {
      description: 'The range of the bytes that `Range` asks for.',
      headers: { ...headers, ...headerRefs(['Content-Range']) },
      content,
    },
  };
}

function listIfAny(name: string, list: unknown[]) {
  return list.length === 0 ? {} : { [name]: list };
}
