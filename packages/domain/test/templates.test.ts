import type { TemplateRecord } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { describeTemplate, previewOf, refuseParameters } from '../src/template-parameters.ts';
import { variablesOf } from '../src/template-variables.ts';
import { isNewerThanSync, presentTemplate } from '../src/templates.ts';

const template = { name: 'order_update', language: 'en_US' };

test('a template that was known when its message was accepted must still be approved', () => {
  const named = (category: string | null) => ({ ...template, category, components: [] });
  const message = (category: string | null) => {
    const content = { template: named(category) };
    return { type: 'template', category, content } as const;
  };
  // The rule reads only these fields.
  const records = (status: string) =>
    [{ ...template, status, category: 'marketing' }] as unknown as TemplateRecord[];
  expect(presentTemplate(message('utility'), records('approved'))).toEqual({
    category: 'marketing',
    refused: undefined,
  });
  expect(presentTemplate(message('utility'), records('paused'))).toMatchObject({
    refused: { code: 'SVC-TEMPLATE-NOT-APPROVED', details: { ...template, status: 'paused' } },
  });
  expect(presentTemplate(message('utility'), []).refused?.code).toBe('SVC-TEMPLATE-NOT-FOUND');
  expect(presentTemplate(message(null), [])).toEqual({ category: null, refused: undefined });
});

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
  [
    {
      '1': 'a\nb',
      '2': 'c\td',
      '3': 'e     f',
      '4': 'g    h',
      '5': 'm\rn',
      'header.1': 'i\nj',
      'button.0': 'k\nl',
    },
    { missing: [], unexpected: [], empty: [], spacing: ['1', '2', '3', '5'] },
  ],
])('variables %j are refused with %j', (variables, details) => {
  const refused = refuseParameters({ ...template, variables });
  expect(refused?.code).toBe(details && 'SVC-TEMPLATE-PARAMS');
  expect(refused?.details).toEqual(
    details && {
      expected: [],
      received: Object.keys(variables),
      tooLong: [],
      spacing: [],
      ...details,
    },
  );
});

test('the message about unfit values names the first ten of each kind', () => {
  const messageOf = (variables: Record<string, string>) =>
    refuseParameters({ ...template, variables })?.message;
  expect(messageOf({ 1: ' ', 3: 'c' })).toBe(
    'The values do not match the template (missing: 2; unexpected: 3; blank: 1). See `details`.',
  );
  const blank = Array.from({ length: 12 }, (_, index) => [String(index + 1), ' ']);
  expect(messageOf(Object.fromEntries(blank))).toContain(
    '(blank: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more)',
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
  expect(preview).toThrow('The values do not match the template (too long: ');
  await expectBelow(20, 3, () => cpuOf(() => expect(preview).toThrow()));
});

/** A record with these parts. The rest of a template has no effect here. */
function recordWith(parts: object[], variables?: object[]): TemplateRecord {
  const components = parts as TemplateRecord['components'];
  const record = { ...template, category: 'marketing', components };
  return { ...record, variables: variables ?? variablesOf(components) } as TemplateRecord;
}

const location = { type: 'header', format: 'location' };

test('a header with a location has no variable, and needs `components`', () => {
  const known = recordWith([location, { type: 'body', text: 'Here' }]);
  expect(known.variables).toEqual([]);
  const details = { rule: 'components_required', field: 'template.components' };
  const variables = { 'header.location': '52.5,13.4' };
  expect(refuseParameters({ ...template, variables }, known)?.details).toEqual(details);
  expect(() => previewOf(known, { variables })).toThrow('Send its values in `components`.');
  const parameters = [{ type: 'location', location: { latitude: 52.5, longitude: 13.4 } }];
  const components = [{ type: 'header', parameters }];
  expect(refuseParameters({ ...template, components }, known)).toBeUndefined();
  // A record that an earlier version stored has the variable.
  const before = [{ component: 'header', key: 'header.location', required: true }];
  const stored = recordWith([location], before);
  expect(refuseParameters({ ...template, components }, stored)).toBeUndefined();
  expect(refuseParameters({ ...template, variables }, stored)?.details).toEqual(details);
  expect(refuseParameters({ ...template, components: [] }, stored)?.details).toMatchObject({
    expected: ['header.location'],
    missing: ['header.location'],
  });
});

test('a carousel needs cards, whose values only `components` can give', () => {
  const known = recordWith([
    { type: 'body', text: 'Hi {{1}}' },
    { type: 'carousel', cards: [{}] },
  ]);
  const body = { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] };
  const refused = (values: object) => refuseParameters({ ...template, ...values }, known)?.details;
  const rule = { rule: 'components_required', field: 'template.components' };
  expect(refused({ variables: { 1: 'Ana' } })).toEqual(rule);
  expect(refused({})).toEqual(rule);
  const missing = { expected: ['1', 'carousel'], missing: ['carousel'], unexpected: [] };
  expect(refused({ components: [body] })).toMatchObject(missing);
  expect(refused({ components: [body, { type: 'carousel', cards: [] }] })).toMatchObject(missing);
  const cards = [{ cardIndex: 0, components: [] }];
  expect(refused({ components: [body, { type: 'carousel', cards }] })).toBeUndefined();
});

test('names of Meta in `components` become the names of Parley, also in cards', () => {
  const inMeta = {
    type: 'button',
    sub_type: 'url',
    index: 1,
    parameters: [{ type: 'text', parameter_name: 'order', text: '42' }],
  };
  const own = {
    type: 'button',
    subType: 'url',
    index: 1,
    parameters: [{ type: 'text', parameterName: 'order', text: '42' }],
  };
  const given = [
    inMeta,
    { type: 'carousel', cards: [{ card_index: 0, components: [inMeta, own] }, { components: [] }] },
    { ...own, sub_type: 'ignored' },
  ];
  expect(describeTemplate({ ...template, components: given }).components).toEqual([
    own,
    { type: 'carousel', cards: [{ cardIndex: 0, components: [own, own] }, { components: [] }] },
    own,
  ]);
});

test('parameters with the names of Meta fill named placeholders', () => {
  const known = recordWith([{ type: 'body', text: '{{n}}' }]);
  const parameters = [{ type: 'text', parameter_name: 'n', text: 'Ana' }];
  const components = [{ type: 'body', parameters }];
  expect(refuseParameters({ ...template, components }, known)).toBeUndefined();
  expect(previewOf(known, { components }).text).toBe('Ana');
});

test('a button that opens a flow is always named, with its token if the message has one', () => {
  const buttons = [
    { type: 'url', url: 'https://example.com/' },
    { type: 'flow', text: 'Book' },
  ];
  const known = recordWith([
    { type: 'body', text: 'Hi' },
    { type: 'buttons', buttons },
  ]);
  const partsOf = (variables?: Record<string, string>) => {
    const input = { ...template, ...(variables && { variables }) };
    expect(refuseParameters(input, known)).toBeUndefined();
    return describeTemplate(input, known).components;
  };
  const flow = { type: 'button', subType: 'flow', index: '1' };
  for (const variables of [undefined, {}]) expect(partsOf(variables)).toEqual([flow]);
  const parameters = [{ type: 'action', action: { flow_token: 'visit-7' } }];
  expect(partsOf({ 'button.1': 'visit-7' })).toEqual([{ ...flow, parameters }]);
});

test.each([
  ['https://files.example.com/2026/bill%201042.pdf?token=1', 'bill 1042.pdf'],
  ['https://files.example.com/PRICES.XLSX#1', 'PRICES.XLSX'],
  ['https://files.example.com/a.b.odt', 'a.b.odt'],
  ['https://files.example.com/%C3%A9t%C3%A9%20%F0%9F%91%8D.csv', 'été 👍.csv'],
  [`https://files.example.com/${'a'.repeat(236)}.pdf`, `${'a'.repeat(236)}.pdf`],
  [`https://files.example.com/${'a'.repeat(237)}.pdf`, undefined],
  ['https://files.example.com/download', undefined],
  ['https://files.example.com/bill.php?id=1', undefined],
  ['https://files.example.com/bill.pdf.exe', undefined],
  ['https://files.example.com/.pdf', undefined],
  ['https://files.example.com/a%2Fb.pdf', undefined],
  ['https://files.example.com/a%5Cb.pdf', undefined],
  ['https://files.example.com/a%0Ab.pdf', undefined],
  ['https://files.example.com/a.pdf%0A', undefined],
  ['https://files.example.com/a%C2%85b.pdf', undefined],
])('the document at %s has the name %s', (link, filename) => {
  const known = recordWith([{ type: 'header', format: 'document' }]);
  const parameters = [{ type: 'document', document: { link, ...(filename && { filename }) } }];
  const { components } = describeTemplate(
    { ...template, variables: { 'header.document': link } },
    known,
  );
  expect(components).toEqual([{ type: 'header', parameters }]);
});

test('a name that the caller gives a document is kept', () => {
  const document = { link: 'https://files.example.com/a.pdf', filename: 'Your bill.pdf' };
  const components = [{ type: 'header', parameters: [{ type: 'document', document }] }];
  expect(describeTemplate({ ...template, components }).components).toEqual(components);
});
