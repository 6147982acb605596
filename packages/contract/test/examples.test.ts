import { expect, test } from 'vitest';
import * as z from 'zod';
import { errorCatalog } from '../src/error-catalog.ts';
import { errorExamples } from '../src/error-examples.ts';
import type { ErrorCode } from '../src/errors.ts';
import { eventExamples } from '../src/event-examples.ts';
import { eventTypes } from '../src/event-names.ts';
import { eventEnvelope, eventSchemas } from '../src/events.ts';
import { examples } from '../src/generated/examples.ts';
import * as doors from '../src/generated/schemas.ts';
import { openApiDocument } from '../src/openapi.ts';

const schemas = Object.entries(doors).flatMap(([name, value]): [string, z.ZodType][] =>
  value instanceof z.ZodType ? [[name, value]] : [],
);
const codes = Object.keys(errorCatalog) as ErrorCode[];

test('every schema except enumerations has an example, and every example a schema', () => {
  const wanted = schemas
    .filter(([, schema]) => !(schema instanceof z.ZodEnum))
    .map(([name]) => name);
  const found = Object.keys(examples);
  expect(
    found.filter((name) => !wanted.includes(name)),
    'examples to remove',
  ).toEqual([]);
  expect(
    wanted.filter((name) => !found.includes(name)),
    'examples to add',
  ).toEqual([]);
});

test.each(Object.entries(examples))(
  'the example of %s is valid, without other fields',
  (name, example) => {
    const schema = new Map(schemas).get(name) ?? z.never();
    const strict = schema instanceof z.ZodObject ? schema.strict() : schema;
    expect(strict.safeParse(example)).toMatchObject({ success: true });
  },
);

test.each(codes)('the example of %s has exactly the details of that code', (code) => {
  const { details } = errorCatalog[code];
  expect(details.strict().safeParse(errorExamples[code])).toMatchObject({ success: true });
});

test.each(eventTypes)('the example of %s is a valid event', (type) => {
  const example = eventExamples[type];
  expect(eventSchemas[type].safeParse(example)).toMatchObject({ success: true });
  expect(eventEnvelope.safeParse(example)).toMatchObject({ success: true });
  const fields = Object.keys(example.data.previous ?? {});
  expect(example.data.changes).toEqual(fields);
  const before = { ...example.data.object, ...example.data.previous };
  for (const field of fields) expect(before[field]).not.toEqual(example.data.object[field]);
});

test('every schema has a description', () => {
  expect(schemas.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([]);
});

test('every field of every schema has a description', () => {
  const { schemas: components } = openApiDocument().components;
  const found = Object.entries(components).flatMap(([name, schema]) => undescribed(name, schema));
  expect(found).toEqual([]);
});

interface Shape {
  $ref?: string;
  description?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

function undescribed(path: string, schema: Shape): string[] {
  const inner = [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      ...(isDescribed(field) ? [] : [`${path}.${name}`]),
      ...undescribed(`${path}.${name}`, field),
    ]),
    ...inner.flatMap((option) => (option ? undescribed(path, option) : [])),
  ];
}

function isDescribed(field: Shape): boolean {
  if (field.description || field.$ref) return true;
  return [...(field.anyOf ?? []), ...(field.oneOf ?? [])].some(isDescribed);
}
