import type { TemplateRecord } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { describeTemplate, previewOf, refuseParameters } from '../src/template-parameters.ts';
import { variablesOf } from '../src/template-variables.ts';
import { isNewerThanSync } from '../src/templates.ts';

const template = { name: 'order_update', language: 'en_US' };

test('variables fill the parts of a template, numbered ones in numeric order', () => {
  const variables = {
    'header.1': 'Order',
    '2': 'Lima',
    '10': 'j',
    ...Object.fromEntries([3, 4, 5, 6, 7, 8, 9].map((number) => [number, String(number)])),
    '1': 'Ana',
    'button.0': '42',
    'button.x': 'of the body',
  };
  const text = (text: string) => ({ type: 'text', text });
  expect(describeTemplate({ ...template, variables }).components).toEqual([
    { type: 'header', parameters: [text('Order')] },
    {
      type: 'body',
      parameters: [
        ...['Ana', 'Lima', '3', '4', '5', '6', '7', '8', '9', 'j'].map(text),
        { type: 'text', parameterName: 'button.x', text: 'of the body' },
      ],
    },
    { type: 'button', subType: 'url', index: '0', parameters: [text('42')] },
  ]);
  const headers = { 'header.2': 'b', 'header.1': 'a' };
  expect(describeTemplate({ ...template, variables: headers }).components).toEqual([
    { type: 'header', parameters: [text('a'), text('b')] },
  ]);
});

test.each([
  [{ '1': 'a', '2': 'b' }, undefined],
  [{ '1': 'a', 'header.1': 'b', 'button.0': 'c' }, undefined],
  [{ name: 'a', order_id: 'b', 'header.title': 'c' }, undefined],
  [{ '2': 'b' }, { missing: ['1'], unexpected: ['2'], empty: [] }],
  [
    { '1': 'a', '3': 'c' },
    { missing: ['2'], unexpected: ['3'], empty: [] },
  ],
  [{ '0': 'a' }, { missing: ['1'], unexpected: ['0'], empty: [] }],
  [{ '01': 'a' }, { missing: ['1'], unexpected: ['01'], empty: [] }],
  [
    { '1': 'a', name: 'b' },
    { missing: [], unexpected: ['name'], empty: [] },
  ],
  [{ 'header.2': 'a' }, { missing: ['header.1'], unexpected: ['header.2'], empty: [] }],
  [
    { 'header.1': 'a', 'header.title': 'b' },
    { missing: [], unexpected: ['header.title'], empty: [] },
  ],
  [
    { '1': ' ', '2': 'b' },
    { missing: [], unexpected: [], empty: ['1'] },
  ],
])('variables %j are refused with %j', (variables, details) => {
  const refused = refuseParameters({ ...template, variables });
  expect(refused?.code).toBe(details && 'SVC-TEMPLATE-PARAMS');
  expect(refused?.details).toEqual(
    details && { expected: [], received: Object.keys(variables), tooLong: [], ...details },
  );
});

test('components are sent unchanged', () => {
  const parameters = [
    { type: 'text', text: 'Ana' },
    { type: 'text', parameterName: 'order', text: '42' },
  ];
  const components = [{ type: 'body', parameters }];
  expect(refuseParameters({ ...template, components })).toBeUndefined();
  expect(describeTemplate({ ...template, components }).components).toEqual(components);
});

test('a template is newer than a sync when anything but an earlier sync has changed it since', () => {
  const [before, begin, after] = [1, 2, 3].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
    string,
  ];
  const isNewer = (updatedAt: string, syncedAt: string | null) =>
    isNewerThanSync({ updatedAt, syncedAt }, begin);
  expect(isNewer(before, null)).toBe(false);
  expect(isNewer(begin, null)).toBe(true);
  expect(isNewer(begin, before)).toBe(true);
  expect(isNewer(begin, begin)).toBe(false);
  expect(isNewer(after, null)).toBe(true);
});

test('the work grows with the number of variables, whatever their names are', async () => {
  const cost = (count: number) => {
    const entries = Array.from({ length: count }, (_, n) => [String(1_000_000 + n), 'a']);
    const variables = Object.fromEntries(entries) as Record<string, string>;
    return cpuOf(() => {
      const error = refuseParameters({ ...template, variables });
      expect(error?.details).toMatchObject({ empty: [] });
    });
  };
  cost(1_000);
  // 60 times as many; where the work grows with the square, 3,600 times as much.
  await expectBelow(300, 5, () => cost(60_000) / Math.max(1.5, cost(1_000)));
});

test('the button of a one-time password is sent once, with the code of the text', () => {
  // The rest of a template has no effect here.
  const known = {
    category: 'authentication',
    components: [{ type: 'body' }, { type: 'buttons', buttons: [{ type: 'otp' }] }],
  } as unknown as Parameters<typeof describeTemplate>[1];
  const variables = { '1': '123456', 'button.0': '123456' };
  const { components } = describeTemplate({ ...template, variables }, known);
  expect(components.filter(({ type }) => type === 'button')).toEqual([
    { type: 'button', subType: 'url', index: '0', parameters: [{ type: 'text', text: '123456' }] },
  ]);
});

test('a text of many placeholders with long values is refused in a moment', async () => {
  const body = { type: 'body', text: '{{1}}'.repeat(204) };
  const parts = [body] as unknown as TemplateRecord['components'];
  const known = { components: parts, variables: variablesOf(parts) } as unknown as TemplateRecord;
  const parameters = [{ type: 'text', text: 'x'.repeat(60_000) }];
  const preview = () => previewOf(known, { components: [{ type: 'body', parameters }] });
  expect(preview).toThrow('The parameters do not match the template.');
  await expectBelow(20, 3, () => cpuOf(() => expect(preview).toThrow()));
});
