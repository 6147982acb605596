import * as contractModule from '@parley/contract';
import { errorEnvelope, examples, idPrefixes, isId } from '@parley/contract';
import { withFields } from '@parley/domain';
import * as z from 'zod';
import { preparedFile } from './file-answer.ts';
import {
  describeIssues,
  hasOnlyFutureValues,
  isFields,
  MockError,
  refuseUnknownField,
  show,
} from './problems.ts';
import type { Endpoint } from './router.ts';
import type { CompleteAnswer, RawCall } from './script.ts';
import type { Store } from './store.ts';

/** Completes a partial response. If a field breaks the contract, throws a MockError that names it. */
export function completeAnswer(
  endpoint: Endpoint,
  where: string,
  answer: unknown,
  call: RawCall | undefined,
  store: Store | undefined,
): CompleteAnswer | Promise<CompleteAnswer> {
  const { status, body } = isReply(answer)
    ? answer
    : { status: endpoint.statuses.at(-1) ?? 200, body: answer };
  if (status >= 400)
    return { status, body: checked(where, status, errorEnvelope, body), isChecked: true };
  const schema = endpoint.responses[status];
  if (!schema || status >= 300) {
    throw new MockError(`${where}: the contract has no answer ${status} here`);
  }
  const what = `${where}: the answer`;
  if (endpoint.bytes === 'response' && body !== undefined) {
    if (!isBlob(body))
      throw new MockError(`${what} is ${show(body)}; expected a Blob, such as new Blob(['…'])`);
    return answerOfFile(status, body);
  }
  if (!(schema instanceof z.ZodObject)) {
    if (body !== undefined && !(isFields(body) && Object.keys(Object(body)).length === 0))
      throw new MockError(`${what} is ${show(body)}; the answer ${status} has no body`);
    return { status, body: checked(where, status, schema, undefined), isChecked: true };
  }
  if (body !== undefined && !isFields(body)) throw notFields(what, schema, body, anyAnswer);
  const whole = fill(where, schema, body, call, store);
  return { status, body: checked(where, status, schema, whole), isChecked: true };
}

async function answerOfFile(status: number, file: Blob): Promise<CompleteAnswer> {
  return { status, body: await preparedFile(file), isChecked: true };
}

function checked(where: string, status: number, schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  if (hasOnlyFutureValues(result.error, body)) return body;
  throw new MockError(
    `${where}: the answer ${status} does not match the contract: ${describeIssues(result.error, body)}`,
  );
}

function fill(
  where: string,
  schema: z.ZodObject,
  partial: unknown,
  call: RawCall | undefined,
  store: Store | undefined,
): Record<string, unknown> {
  const given = (partial ?? {}) as Record<string, unknown>;
  refuseUnknownField(where, 'the answer', Object.keys(schema.shape), given);
  const item =
    schema.shape['data'] instanceof z.ZodArray ? schema.shape['data'].element : undefined;
  if (item instanceof z.ZodObject && Array.isArray(given['data'])) {
    const data = given['data'].map((entry: unknown, place) => {
      if (!isFields(entry)) throw notFields(`${where}: data.${place}`, item, entry);
      return fill(where, item, entry, undefined, store);
    });
    return withFields({ nextCursor: null }, { ...given, data });
  }
  const defaults = { ...exampleOf(schema), ...fresh(schema, store), ...echoOf(schema, call) };
  return withFields(defaults, given);
}

const anyAnswer = ', reply(status, body), or a function that returns one of these';

function notFields(what: string, { shape }: z.ZodObject, given: unknown, others = ''): MockError {
  const [first, second] = Object.keys(shape);
  const example = `{ ${[first, second].filter(Boolean).join(': …, ')}: … }`;
  return new MockError(
    `${what} is ${show(given)}; expected fields of it, such as ${example}${others}`,
  );
}

/** Also accepts a `Blob` of happy-dom or jsdom, which is no instance of the class of Node. */
function isBlob(value: unknown): value is Blob {
  const { size, arrayBuffer } = Object(value);
  return typeof size === 'number' && typeof arrayBuffer === 'function';
}

function exampleOf(schema: z.ZodType): Record<string, unknown> {
  return (examplesBySchema.get(schema) ?? {}) as Record<string, unknown>;
}

/** Returns the generated fields of a response: a new ID if the response has one, otherwise none. */
function fresh(schema: z.ZodObject, store: Store | undefined): Record<string, unknown> {
  const { id } = exampleOf(schema);
  const kind = idKinds.find((candidate) => isId(String(id), idPrefixes[candidate]));
  return store && kind ? { id: store.newId(kind) } : {};
}

/** Returns the values of a record that the request determines: the id in the path, and the fields of the body. */
function echoOf(schema: z.ZodObject, call: RawCall | undefined): Record<string, unknown> {
  const sent = { ...(call?.body as object | undefined), ...(call?.params as object | undefined) };
  return Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => schema.shape[key]?.safeParse(value).success),
  );
}

const idKinds = Object.keys(idPrefixes) as (keyof typeof idPrefixes)[];

/** The contract's examples by their schemas: an example has the name of its schema. */
const examplesBySchema = new Map<unknown, unknown>(
  Object.entries(examples).map(([name, example]) => [
    (contractModule as Record<string, unknown>)[name],
    example,
  ]),
);

function isReply(answer: unknown): answer is CompleteAnswer {
  return typeof answer === 'object' && answer !== null && 'isReply' in answer;
}
