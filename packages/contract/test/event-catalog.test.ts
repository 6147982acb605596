import { expect, test } from 'vitest';
import * as z from 'zod';
import { describeEventTypes } from '../src/event-catalog.ts';
import { eventTypeCatalog } from '../src/event-log.ts';
import { eventTypes } from '../src/event-names.ts';
import { eventSchemas } from '../src/events.ts';

const { eventTypes: described } = describeEventTypes();

test('the catalogue lists every type once and matches its schema', () => {
  expect(described.map(({ type }) => type)).toEqual(eventTypes);
  expect(eventTypeCatalog.safeParse({ eventTypes: described }).error).toBeUndefined();
  expect(described.filter(({ isQuiet }) => isQuiet).map(({ type }) => type)).toEqual([
    'message.queued',
  ]);
});

test.each(described)(
  'the schema of $type accepts its example and resolves without other schemas',
  (entry) => {
    const text = JSON.stringify(entry.schema);
    expect(entry.schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(text).not.toContain('$ref');
    const read = z.fromJSONSchema(entry.schema as Parameters<typeof z.fromJSONSchema>[0]);
    expect(read.safeParse(entry.example).error).toBeUndefined();
    expect(read.safeParse({ ...entry.example, type: 'another' }).success).toBe(false);
    const { data: _data, ...rest } = entry.example;
    expect(read.safeParse(rest).success).toBe(false);
  },
);

test('a field added later passes the schema of today', () => {
  for (const { schema, example } of described) {
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
    const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    const data = { ...example.data, later: 1, object: { ...example.data.object, later: 1 } };
    expect(read.safeParse({ ...example, later: 1, data }).error).toBeUndefined();
  }
});

test('all fields that the contract guarantees are required', () => {
  for (const { type, schema } of described) {
    const { required = [] } = schema as { required?: string[] };
    expect(required.sort()).toEqual(Object.keys(eventSchemas[type].shape).sort());
  }
});
