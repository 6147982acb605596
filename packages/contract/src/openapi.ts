import type * as z from 'zod';
import { errorEnvelope } from './errors.ts';
import { eventSchemas } from './events.ts';
import { errorExample, Failures } from './openapi/failures.ts';
import { headers } from './openapi/headers.ts';
import {
  acceptedShape,
  componentsOf,
  type Direction,
  inlineSchema,
  type JsonSchema,
  refTo,
} from './openapi/json-schema.ts';
import { namedSchemas } from './openapi/named-schemas.ts';
import {
  openApiPath,
  operationObject,
  schemaExamples,
  sharedParameters,
} from './openapi/operations.ts';
import { operations, required, tags } from './openapi/routes.ts';
import { eventsTag, webhookExamples, webhookParameters, webhooks } from './openapi/webhooks.ts';
import { apiPrefixes } from './routes.ts';

export interface OpenApiOptions {
  /** Origin of the server, without a path. Default: relative to where the document is served. */
  serverUrl?: string;
}

const description = `Send and receive messages with your customers on WhatsApp, Instagram and TikTok. A channel whose \`provider\` is \`sandbox\` simulates its network: nothing leaves the server.

**API keys.** Send an API key with every request, as \`Authorization: Bearer …\` or \`X-API-Key\`. The key determines the tenant. For a record of another tenant, the server answers as for a record that does not exist: 404.

**Bodies.** JSON in UTF-8, camelCase names, times in UTC with milliseconds. Unknown fields of a request are ignored. A response has every documented field; a field without a value is \`null\`.

**Errors.** Every error has the same body: \`{"error": {"code", "message", "details"}}\`. Switch on \`code\`; new codes may be added.

**Lists.** A list returns one page: \`{"data": […], "nextCursor"}\`. Send \`nextCursor\` as \`cursor\` until it is null, with the same filters and sort. A request reads a limited number of records. With a filter that few records match, a page may have fewer records than \`limit\`, or none, before the last page. A filter accepts several values, repeated or separated by commas, and matches any of them. In a value, write \`\\,\` for a comma and \`\\\\\` for a backslash.

**Rate limits.** Every authenticated response has \`RateLimit-*\` headers. After a 429, wait for the seconds in \`Retry-After\`.

**Retries.** Every POST accepts an \`Idempotency-Key\`. If you send the same request again with the same key within 24 hours, it has one effect.`;

/** Returns the OpenAPI 3.1 document of the public API. The same options always give the same document. */
export function openApiDocument({ serverUrl = '' }: OpenApiOptions = {}) {
  const failures = new Failures();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = openApiPath(operation.path);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(operation, failures),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley API',
      version: 'v1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: apiPrefixes.map((prefix, index) => ({
      url: `${serverUrl}${prefix}`,
      description: index === 0 ? 'Version 1.' : 'The newest stable version: today version 1.',
    })),
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...tags, eventsTag],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, `prl_…`.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key.' },
      },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers,
      responses: failures.components,
      schemas: components(failures),
      examples: exampleComponents(failures),
    },
  };
}

/** Returns the JSON Schema of a schema that the document does not contain, such as one of the console. */
export function jsonSchemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  return inlineSchema(schema, direction);
}

function components(failures: Failures): Record<string, JsonSchema> {
  const requests = operations.flatMap(({ body, query }) => [
    ...(body && namedSchemas.has(required(body)) ? [refTo(required(body))] : []),
    ...(query ? [acceptedShape(query)] : []),
  ]);
  const answers = operations
    .flatMap(({ responses }) => Object.values(responses))
    .filter((schema) => namedSchemas.has(schema));
  const events = Object.values(eventSchemas);
  const sent = componentsOf(
    [...[errorEnvelope, ...answers, ...events].map(refTo), ...failures.schemas],
    'output',
  );
  const taken = componentsOf(requests, 'input');
  for (const name of Object.keys(taken)) {
    if (sent[name] && JSON.stringify(sent[name]) !== JSON.stringify(taken[name]))
      throw new Error(`${name} is sent and taken in different forms: name the two apart.`);
  }
  return Object.fromEntries(
    Object.entries({ ...taken, ...sent }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function exampleComponents(failures: Failures): Record<string, { value: unknown }> {
  const used = [...schemaExamples].filter(([name]) => isBody(name));
  const errors = failures.codes.map((code) => [code, errorExample(code)] as const);
  return Object.fromEntries(
    [...used, ...webhookExamples, ...errors].map(([name, value]) => [name, { value }]),
  );
}

function isBody(name: string): boolean {
  return operations.some(
    ({ body, responses }) =>
      (body && namedSchemas.get(required(body)) === name) ||
      Object.values(responses).some((schema) => namedSchemas.get(schema) === name),
  );
}
