import { errorCatalog } from '../error-catalog.ts';
import { errorExamples } from '../error-examples.ts';
import { type ErrorCode, ServiceError, toErrorResponse } from '../errors.ts';
import { headerRefs, quotaHeaders } from './headers.ts';
import { errorName } from './named-schemas.ts';

const codes = Object.keys(errorCatalog) as ErrorCode[];

/** The response for an error that an operation does not list, because its code is newer than the document. */
const anyError = {
  description: 'Any other failure. Its code may be newer than this document.',
  headers: headerRefs(['X-Request-Id', 'Retry-After', 'Allow']),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorEnvelope' },
      examples: { ErrorEnvelope: { $ref: '#/components/examples/ErrorEnvelope' } },
    },
  },
};

/** Collects the error responses that operations refer to. */
export class Failures {
  readonly #responses = new Map<string, unknown>([['AnyError', anyError]]);
  readonly #codes = new Set<ErrorCode>();

  /** Returns the error part of an operation's `responses`, one entry for each status of these codes. */
  responses(allowed: readonly ErrorCode[]): Record<string, { $ref: string }> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of codes.filter((code) => allowed.includes(code))) {
      const { status } = errorCatalog[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const responses: Record<string, { $ref: string }> = {};
    for (const [status, group] of byStatus) responses[status] = this.#responseOf(status, group);
    return { ...responses, default: { $ref: '#/components/responses/AnyError' } };
  }

  get components(): Record<string, unknown> {
    return Object.fromEntries([...this.#responses].sort(byKey));
  }

  get codes(): readonly ErrorCode[] {
    return codes.filter((code) => this.#codes.has(code));
  }

  /** References to the schemas of all codes that operations have listed. */
  get schemas(): { $ref: string }[] {
    return this.codes.map(schemaRef);
  }

  #responseOf(status: number, group: readonly ErrorCode[]): { $ref: string } {
    const name = group.map((code) => errorName(code).replace(/Error$/, '')).join('Or');
    for (const code of group) this.#codes.add(code);
    if (!this.#responses.has(name)) this.#responses.set(name, response(status, group));
    return { $ref: `#/components/responses/${name}` };
  }
}

/** Returns the body of a failure with this code, as an example. */
export function errorExample(code: ErrorCode) {
  return toErrorResponse(exampleOf(code)).body;
}

/** Returns the names of the headers that a failure with this code can have, in addition to those of every response. */
export function errorHeaders(code: ErrorCode): readonly string[] {
  const example = exampleOf(code);
  // A final refusal has a header that the failure of the example does not have.
  const final = Object.assign(example, { details: { ...example.details, retryable: false } });
  return Object.keys(toErrorResponse(final).headers);
}

function response(status: number, group: readonly ErrorCode[]) {
  const ownHeaders = group.flatMap(errorHeaders);
  const counted = status === 401 ? [] : quotaHeaders;
  return {
    description: group.map((code) => `\`${code}\`: ${errorCatalog[code].message}`).join('\n\n'),
    headers: headerRefs([...new Set(['X-Request-Id', ...counted, ...ownHeaders])]),
    content: {
      'application/json': {
        schema: { type: 'object', required: ['error'], properties: { error: errorOf(group) } },
        examples: Object.fromEntries(
          group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

function errorOf(group: readonly ErrorCode[]) {
  const schemas = group.map(schemaRef);
  if (schemas.length === 1) return schemas[0];
  const mapping = Object.fromEntries(group.map((code) => [code, schemaRef(code).$ref]));
  return { oneOf: schemas, discriminator: { propertyName: 'code', mapping } };
}

function schemaRef(code: ErrorCode): { $ref: string } {
  return { $ref: `#/components/schemas/${errorName(code)}` };
}

// `errorExamples` has a type for each code, which TypeScript cannot follow for a union of codes.
function exampleOf(code: ErrorCode): ServiceError {
  return new ServiceError(code, errorExamples[code]);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
