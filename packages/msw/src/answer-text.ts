// Validates responses against the contract and serializes them. Lists return the same records repeatedly, so both
// happen once for each state of a record.
import * as z from 'zod';
import { Memory } from './memory.ts';
import { describeIssues, MockError } from './problems.ts';
import type { Endpoint } from './router.ts';

const texts = new WeakMap<z.ZodType, Memory<object, string>>();

export interface Made {
  status: number;
  body: unknown;
  isChecked?: true;
}

/** Returns the body as JSON. Throws a MockError when the contract does not allow the body. */
export function textOf(endpoint: Endpoint, { status, body, isChecked }: Made): string {
  if (isChecked) return JSON.stringify(body) ?? '';
  const where = () => `${endpoint.name}: the answer ${status} does not match the contract`;
  const schema = endpoint.responses[status];
  if (!schema) throw new MockError(`${where()}: no such status`);
  const items = schema instanceof z.ZodObject ? schema.shape['data'] : undefined;
  if (items instanceof z.ZodArray && isPage(body)) {
    const element = items.element as z.ZodType;
    const rest = write(where, schema, { ...body, data: [] });
    const data = body.data.map((item, index) =>
      textOfRecord(() => `${where()}: data.${index}`, element, item),
    );
    return rest.replace('"data":[]', () => `"data":[${data.join(',')}]`);
  }
  if (status === 204) return '';
  // Few tests read a record that they have just created, and caching its text would add a twentieth to the request.
  return status === 200 ? textOfRecord(where, schema, body) : write(where, schema, body);
}

function textOfRecord(where: () => string, schema: z.ZodType, record: unknown): string {
  const make = () => write(where, schema, record);
  if (typeof record !== 'object' || record === null) return make();
  // Frozen objects do not change, so the cache needs no copy of their fields.
  return memoryOf(schema).recall(record, Object.isFrozen(record) ? [] : [record], make);
}

function memoryOf(schema: z.ZodType): Memory<object, string> {
  const known = texts.get(schema) ?? new Memory<object, string>();
  texts.set(schema, known);
  return known;
}

function write(where: () => string, schema: z.ZodType, value: unknown): string {
  const result = schema.safeParse(value);
  if (result.success) return JSON.stringify(result.data);
  throw new MockError(`${where()}: ${describeIssues(result.error, value)}`);
}

function isPage(body: unknown): body is { data: unknown[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}
