import { type ErrorCode, errorCatalog, securityHeaders, splitFilter } from '@parley/contract';
import type { ValidationIssue } from '@parley/contract/schemas';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Document, Operation, Parameter, Schema } from './document.ts';
import { isForeseeable } from './foreseeable.ts';
import { isObject } from './requests.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

/** Longest allowed time of a response. */
export const slowMs = 2_000;

/** Returns the fault of a response that took too long; undefined if none. */
export function faultOfTime({ ms }: Answer): string | undefined {
  return ms > slowMs ? `took ${Math.round(ms)} ms` : undefined;
}

const options = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  // Most schemas check a few values. Optimizing the code of a schema takes longer than its checks.
  code: { optimize: false },
} as const;

/** Checks requests and responses against the document. */
export class Judge {
  readonly #answers = new Ajv2020(options);
  readonly #bodies = new Ajv2020(options);
  readonly #known = new Map<unknown, ValidateFunction>();

  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
    for (const [name, schema] of Object.entries(document.schemas)) {
      this.#answers.addSchema(closed(schema) as Schema, name);
      this.#bodies.addSchema(named(schema) as Schema, name);
    }
  }

  /** Returns whether the document accepts a body. */
  accepts(operation: Operation, body: unknown): boolean {
    if (!operation.body) return true;
    return this.#validatorOf(this.#bodies, operation.body, named)(body) === true;
  }

  /** Returns whether the document accepts the text of a query parameter. */
  acceptsParameter({ schema }: Parameter, text: string): boolean {
    return this.#validatorOf(this.#bodies, schema, named)(this.#read(schema, text)) === true;
  }

  /** Converts a text to the type of its schema, if possible. */
  #read(schema: Schema, text: string): unknown {
    const { type, items } = this.#document.resolve<Schema>(schema);
    if (type === 'array') return splitFilter(text).map((item) => this.#read(items as Schema, item));
    if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
    const isNumber =
      type === 'integer' ? /^-?\d+$/.test(text) : /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i.test(text);
    return (type === 'integer' || type === 'number') && isNumber ? Number(text) : text;
  }

  /**
   * Returns why the server should have accepted a body; undefined if the refusal was right or the server accepted it.
   */
  tooStrict(operation: Operation, body: unknown, { status, text }: Answer): string | undefined {
    if (status !== 400) return undefined;
    const { error } = JSON.parse(text) as { error: { code: ErrorCode; details: unknown } };
    if (error.code !== 'SVC-VALIDATION') return undefined;
    const { issues } = error.details as { issues: ValidationIssue[] };
    const foreseeable = issues.find((issue) => issue.in === 'body' && isForeseeable(issue));
    if (!foreseeable || !this.accepts(operation, body)) return undefined;
    return `refused a body that the document accepts: ${foreseeable.path} ${foreseeable.message}`;
  }

  /** Returns the fault of a response; undefined if none. `isRouted`: the request clearly addressed the operation. */
  faultOf(operation: Operation, isRouted: boolean, answer: Answer): string | undefined {
    const { status, headers, text } = answer;
    if (status >= 500) return `status ${status}`;
    if (!headers['x-request-id']) return 'no X-Request-Id';
    const wrong = Object.entries(securityHeaders).find(
      ([name, value]) => headers[name.toLowerCase()] !== value,
    );
    if (wrong) return `${wrong[0]} is ${headers[wrong[0].toLowerCase()]}`;
    const isListed = operation.answers.has(status);
    if (isRouted && !isListed) return `status ${status}, which the operation does not list`;
    if (!isRouted && status < 400) return undefined;
    // The answer to HEAD has no body.
    if (!isRouted && text === '') return undefined;
    const schema = isRouted ? operation.answers.get(status) : operation.failure;
    return schema === 'bytes' ? undefined : this.#faultOfBody(schema ?? null, answer);
  }

  #faultOfBody(schema: Schema | null, { status, headers, text }: Answer): string | undefined {
    if (schema === null) return text === '' ? undefined : 'a body where the document has none';
    if (!`${headers['content-type']}`.startsWith('application/json')) {
      return `content type ${headers['content-type']}`;
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'a body that is not JSON';
    }
    const validate = this.#validatorOf(this.#answers, schema, closed);
    if (!validate(body)) {
      const [error] = validate.errors ?? [];
      return `body: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
    }
    if (status < 400) return undefined;
    const { code } = (body as { error: { code: ErrorCode } }).error;
    return errorCatalog[code]?.status === status ? undefined : `code ${code} with ${status}`;
  }

  #validatorOf(ajv: Ajv2020, schema: Schema, prepare: (schema: unknown) => unknown) {
    const known = this.#known.get(schema);
    if (known) return known;
    const validate = ajv.compile(prepare(schema) as Schema);
    this.#known.set(schema, validate);
    return validate;
  }
}

// Near the limits of a double, validators judge `multipleOf` differently. The conformance suite checks decimals.
const unjudged = ['discriminator', 'multipleOf'];

/** Changes references to the names under which the schemas were added. */
function named(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(named);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !unjudged.includes(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === '$ref' ? `${value}`.replace('#/components/schemas/', '') : named(value),
      ]),
  );
}

/** Returns a schema that refuses fields of a response that it does not name. */
function closed(schema: unknown): unknown {
  return close(named(schema));
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, close(value)]),
  );
  const isClosed = schema['type'] === 'object' && 'properties' in schema;
  return isClosed && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}
