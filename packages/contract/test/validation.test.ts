import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { seed } from '../../../scripts/test/seed.ts';
import { createAgencyClientBody } from '../src/agency-clients.ts';
import { simulateInboundBody } from '../src/channel-simulation.ts';
import { countryInput } from '../src/contact-formats.ts';
import { createContactBody } from '../src/contact-inputs.ts';
import { listContactsQuery } from '../src/contact-queries.ts';
import { updateConversationBody } from '../src/conversations.ts';
import { currencyCode } from '../src/currencies.ts';
import { createDealBody } from '../src/deals.ts';
import { joinFilter, splitFilter } from '../src/filter-values.ts';
import { routes } from '../src/generated/routes.ts';
import { sendableTypes } from '../src/message-kinds.ts';
import { listMessagesQuery } from '../src/messages.ts';
import { pageQuery } from '../src/pagination.ts';
import { messageReportQuery } from '../src/reports.ts';
import { sendMessageBody } from '../src/send-message.ts';
import { timestampInput } from '../src/timestamps.ts';
import { checkJson, jsonLimits, toIssues } from '../src/validation.ts';
import { validationIssue } from '../src/validation-issue.ts';
import { variants } from '../src/variants.ts';
import { webhookHeadersInput } from '../src/webhook-destination.ts';

interface Route {
  path: string;
  body?: unknown;
}

const nameIs = (wrong: string) => `has a wrong name: it ${wrong}`;
const text = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Hi' };
const template = { channelId: 'chn_1', to: '5511987654321', type: 'template' };
const manyKeys = Object.fromEntries(
  Array.from({ length: 21 }, (_, index) => [`key${index}`, index]),
);

function issuesOf(schema: z.core.$ZodType, input: unknown, part: 'body' | 'query' = 'body') {
  const result = z.safeParse(schema, input);
  const issues = result.success ? [] : toIssues(result.error, part, input);
  for (const issue of issues) expect(validationIssue.strict().parse(issue)).toEqual(issue);
  return issues.map(({ path, code }) => `${path}: ${code}`);
}

const unions = Object.values(routes).flatMap((endpoints) =>
  Object.values<Route>(endpoints).flatMap(({ path, body }) =>
    body instanceof z.ZodDiscriminatedUnion ? [[path, body] as const] : [],
  ),
);

test.each(unions)('%s lists every field that each variant of its body requires', (_path, body) => {
  const [first = [], ...others] = body.options.map((variant) => issuesOf(variant, {}));
  expect(unions.length).toBeGreaterThanOrEqual(4);
  expect(issuesOf(body, {}).sort()).toEqual(
    first.filter((issue) => others.every((issues) => issues.includes(issue))).sort(),
  );
});

test('an error without a valid type lists the issues that all types share, and no others', () => {
  const body = { type: 'fax', channelId: 7, messageTag: 'none', replyToMessageId: 7, text: 7 };
  expect(issuesOf(sendMessageBody, body)).toEqual([
    'type: invalid_enum',
    'channelId: invalid_type',
    'to: required',
    'messageTag: invalid_enum',
  ]);
});

test.each([
  ['nothing', undefined, [': required']],
  ['null', null, [': invalid_type']],
  ['a list', [], [': invalid_type']],
  ['a text', 'hello', [': invalid_type']],
  ['no type', { channelId: 'c', to: 't', text: 'x' }, ['type: required']],
  ['an unknown type', { ...text, type: 'fax' }, ['type: invalid_enum']],
  [
    'several mistakes',
    { type: 'text', to: '' },
    ['channelId: required', 'to: too_short', 'text: required'],
  ],
  ['a number for a text', { ...text, text: 5 }, ['text: invalid_type']],
  ['a blank text', { ...text, text: ' \n ' }, ['text: too_short']],
  ['a long recipient', { ...text, to: 'x'.repeat(257) }, ['to: too_long']],
  ['a long id', { ...text, channelId: 'x'.repeat(65) }, ['channelId: too_long']],
  ['metadata with depth', { ...text, metadata: { a: { b: 1 } } }, ['metadata.a: invalid_type']],
  ['too much metadata', { ...text, metadata: manyKeys }, ['metadata: too_long']],
  [
    'a long metadata value',
    { ...text, metadata: { a: 'x'.repeat(501) } },
    ['metadata.a: too_long'],
  ],
  [
    'a long metadata key',
    { ...text, metadata: { ['k'.repeat(41)]: 1 } },
    [`metadata.${'k'.repeat(41)}: too_long`],
  ],
  ['no template', template, ['template: required']],
  ['half a template', { ...template, template: { name: 'x' } }, ['template.language: required']],
  [
    'a template with a bad name',
    { ...template, template: { name: 'Order Update', language: 'en' } },
    ['template.name: invalid_format'],
  ],
  [
    'components of more than 65,536 characters',
    {
      ...template,
      template: {
        name: 'x',
        language: 'en',
        components: [{ type: 'body', text: 'x'.repeat(65_536) }],
      },
    },
    ['template.components: too_long'],
  ],
  [
    'variables and components',
    { ...template, template: { name: 'x', language: 'en', variables: {}, components: [] } },
    ['template.components: invalid_format'],
  ],
])('reports the issues of a message that is %s', (_what, input, expected) => {
  expect(issuesOf(sendMessageBody, input)).toEqual(expected);
});

// The data of the runtime decides, so a version of Node may know a few more or fewer.
test.each([
  [countryInput, 2, 250],
  [currencyCode, 3, 173],
])('accepts the codes of the standard, and few others (%#)', (schema, length, expected) => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  let codes = [''];
  for (let n = 0; n < length; n += 1) codes = codes.flatMap((code) => letters.map((l) => code + l));
  const accepted = codes.filter((code) => schema.safeParse(code).success);
  expect(Math.abs(accepted.length - expected)).toBeLessThan(10);
});

test.each([
  ['{}', {}],
  ['unknown keys', { name: 'Ana', shoeSize: 39 }],
  ['null to clear', { name: null, phone: null }],
])('a contact may be %s', (_what, input) => {
  expect(issuesOf(createContactBody, input)).toEqual([]);
});

test.each([
  ['name', '   ', 'too_short'],
  ['phone', '11987654321', 'invalid_format'],
  ['phone', '+551198765432.0', 'invalid_format'],
  ['phone', '＋５５１１９８７６５４３２．０', 'invalid_format'],
  ['phone', '＋０８１９０１２３４', 'invalid_format'],
  ['phone', '+5511987654321²', 'invalid_format'],
  ['email', 'ana@', 'invalid_format'],
  ['language', 'portuguese', 'invalid_format'],
  ['country', 'br', 'invalid_format'],
  ['country', 'ZZ', 'invalid_format'],
  ['country', 'SU', 'invalid_format'],
  ['timezone', 'Mars/Olympus', 'invalid_format'],
  ['avatarUrl', 'javascript:alert(1)', 'invalid_format'],
  ['lifecycle', 'friend', 'invalid_enum'],
  ['tags', 'vip', 'invalid_type'],
  ['tags', Array.from({ length: 51 }, String), 'too_long'],
])('a contact with %s %j is refused', (field, value, code) => {
  expect(issuesOf(createContactBody, { [field]: value })).toEqual([`${field}: ${code}`]);
});

test.each([
  ['+55 (11) 98765-4321', '+5511987654321'],
  ['＋８１　（９０）１２３４－５６７８', '+819012345678'],
  ['+81．９０．12345678', '+819012345678'],
])('the phone number %j is stored as %s', (phone, stored) => {
  expect(createContactBody.parse({ phone })).toEqual({ phone: stored });
});

test('names an item of a list by its index', () => {
  expect(issuesOf(createContactBody, { tags: ['ok', ''] })).toEqual(['tags.1: too_short']);
});

test.each([
  ['0', 'limit: out_of_range'],
  ['101', 'limit: out_of_range'],
  ['-1', 'limit: out_of_range'],
  ['1.5', 'limit: invalid_type'],
  ['1e1', 'limit: invalid_type'],
  ['0x10', 'limit: invalid_type'],
  [' 5', 'limit: invalid_type'],
  ['', 'limit: invalid_type'],
  [['5', '6'], 'limit: invalid_type'],
])('a page of %j records is refused', (limit, expected) => {
  expect(issuesOf(pageQuery, { limit }, 'query')).toEqual([expected]);
});

test('the message for a fraction says that a number must be whole', () => {
  const query = { limit: '1.5' };
  const { error } = pageQuery.safeParse(query);
  const issues = toIssues(error ?? { issues: [] }, 'query', query);
  expect(issues).toMatchObject([{ path: 'limit', message: 'must be a whole number' }]);
});

test('a page has 25 records by default, and reads its limit from the query', () => {
  expect(pageQuery.parse({})).toEqual({ limit: 25 });
  expect(pageQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
});

test.each([
  [{ status: 'sent' }, ['sent']],
  [{ status: 'sent,read' }, ['sent', 'read']],
  [{ status: ['sent', 'read'] }, ['sent', 'read']],
  [{ status: ['sent,read', 'failed'] }, ['sent', 'read', 'failed']],
])('a filter %j matches any of its values', (query, status) => {
  expect(listMessagesQuery.parse(query)).toMatchObject({ status });
});

test('reads the values of a filter as they were joined', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '\\', '\n') });
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.string()), { minLength: 1 }), (values) => {
      expect(splitFilter(joinFilter(values))).toEqual(values);
    }),
    { seed },
  );
});

test.each([
  ['a,b', ['a', 'b']],
  [',a,', ['', 'a', '']],
  ['a\\,b,c', ['a,b', 'c']],
  ['a\\\\,b', ['a\\', 'b']],
  ['C:\\new,b\\', ['C:\\new', 'b\\']],
])('reads the filter %s', (written, values) => {
  expect(splitFilter(written)).toEqual(values);
});

test('reports an invalid filter once, by its name', () => {
  expect(issuesOf(listMessagesQuery, { status: 'sent,lost,gone' }, 'query')).toEqual([
    'status: invalid_enum',
  ]);
  expect(issuesOf(listContactsQuery, { sort: 'height' }, 'query')).toEqual(['sort: invalid_enum']);
  expect(issuesOf(listMessagesQuery, { createdAfter: 'yesterday' }, 'query')).toEqual([
    'createdAfter: invalid_format',
  ]);
});

test.each([
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T06:30:00.1234-03:00', '2026-11-20T09:30:00.123Z'],
])('reads the time %s as %s', (snoozedUntil, normalised) => {
  expect(updateConversationBody.parse({ snoozedUntil })).toEqual({ snoozedUntil: normalised });
});

test.each(['2026-11-20', '2026-11-20T09:30:00', '2026-02-30T00:00:00Z', '1800000000', ''])(
  '%j is no time',
  (snoozedUntil) => {
    expect(issuesOf(updateConversationBody, { snoozedUntil })).toEqual([
      'snoozedUntil: invalid_format',
    ]);
  },
);

test.each([
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.number().max(9), 10, 'must be at most 9'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal(true), false, 'must be true'],
  [
    variants('type', [z.object({ type: z.literal('a') }), z.object({ type: z.enum(['b', 'c']) })]),
    { type: 'd' },
    'must be one of a, b, c',
  ],
  [z.object({}), [], 'must be an object'],
  [z.strictObject({}), { shoeSize: 39 }, 'is not a field of this request: remove it'],
  [z.email(), 'ana@', 'must be an email address'],
  [z.url(), 'here', 'must be a URL'],
  [z.iso.date(), '31.01.2026', 'must be a date, such as 2026-11-20'],
  [currencyCode, 'brl', 'must be an ISO 4217 code of three capital letters, such as BRL'],
  [
    z.url({ protocol: /^https$/, error: 'must be an https:// URL' }),
    'http://a',
    'must be an https:// URL',
  ],
  [z.record(z.string(), z.string()), ['a'], 'must be an object'],
  [timestampInput, 'now', 'must be an RFC 3339 time, such as 2026-11-20T09:30:00Z'],
  [z.string().regex(/^a$/, 'must be a'), 'b', 'must be a'],
  [z.record(z.string().max(1), z.string()), { ab: '' }, nameIs('must have at most 1 character')],
  [
    webhookHeadersInput,
    { 'Webhook-Id': '1' },
    nameIs('is a header that Parley sets; use another name'),
  ],
  [webhookHeadersInput, { 'x shop': '1' }, expect.stringContaining('letters, digits and `-`')],
  [sendMessageBody, { ...text, type: 'fax' }, `must be one of ${sendableTypes.join(', ')}`],
  [
    simulateInboundBody,
    { from: '1', type: 'fax' },
    expect.stringMatching(/ order, .* unsupported/),
  ],
  [z.union([z.string(), z.number()]), true, 'must be a string or a number'],
])('messages say what is expected (%#)', (schema, input, message) => {
  const result = schema.safeParse(input);
  expect(toIssues(result.error ?? { issues: [] }, 'body', input)).toMatchObject([{ message }]);
});

test.each([
  [listMessagesQuery, { createdAfter: '2026-11-26T10:00:00 02:00' }, 'createdAfter'],
  [listMessagesQuery, { createdAfter: '2026-11-26T10:00:00.5 02:00' }, 'createdAfter'],
  [messageReportQuery, { from: '2026-11-26T10:00:00 02:00', to: '2026-11-27' }, 'from'],
])(
  'a time in a query whose + became a space is answered with how to write it (%#)',
  (schema, query, path) => {
    const { error = { issues: [] } } = schema.safeParse(query);
    const message = expect.stringMatching(/^must be .*RFC 3339 time, .* `%2B`$/);
    expect(toIssues(error, 'query', query)).toMatchObject([{ path, message }]);
  },
);

test.each(['2026-11-26t10:00:00Z', '2026-11-26T10:00:00.5z', '2026-11-26t10:00:00+02:00'])(
  'the message about the time %s asks for capital letters',
  (createdAfter) => {
    const { error = { issues: [] } } = listMessagesQuery.safeParse({ createdAfter });
    const message = expect.stringMatching(/^must be .*RFC 3339 time, .* as capitals$/);
    expect(toIssues(error, 'query', { createdAfter })).toMatchObject([{ message }]);
  },
);

test('the message about a date does not ask for the capital letters of a time', () => {
  const body = { title: 'New kitchen', expectedCloseDate: '2026-11-26t10:00:00Z' };
  const { error = { issues: [] } } = createDealBody.safeParse(body);
  const message = 'must be a date, such as 2026-11-20';
  expect(toIssues(error, 'body', body)).toMatchObject([{ path: 'expectedCloseDate', message }]);
});

test('an issue never contains the value that was sent', () => {
  const secret = 'prl_live_secret';
  const result = sendMessageBody.safeParse({ ...text, type: secret, to: [secret] });
  expect(JSON.stringify(toIssues(result.error ?? { issues: [] }, 'body', {}))).not.toContain(
    secret,
  );
});

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

test('a response lists the first 100 issues of a body at most', () => {
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, null]));
  const body = { name: 1, metadata: keys };
  const issues = toIssues(createContactBody.safeParse(body).error ?? { issues: [] }, 'body', body);
  expect(issues).toHaveLength(100);
  expect(issues.slice(0, 2).map(({ path }) => path)).toEqual(['name', 'metadata.k0']);
});

test('a value of the wrong type has no further issue', () => {
  const body = { name: 'Padaria Aurora', grant: { permissions: 'keys' } };
  expect(issuesOf(createAgencyClientBody, body)).toEqual(['grant.permissions: invalid_type']);
  expect(issuesOf(createAgencyClientBody, { name: Array(256).fill('a') })).toEqual([
    'name: invalid_type',
  ]);
});

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0]));

test.each([
  ['a long array', Array(jsonLimits.values).fill(0), '', 'must have at most 15,000 values'],
  [
    'many short arrays',
    Array(1_500).fill(Array(10).fill(0)),
    '',
    'must have at most 15,000 values',
  ],
  ['many objects', Array(16).fill(fields(1_000)), '', 'must have at most 15,000 values'],
  ['an object of many fields', fields(1_001), 'value', 'must have at most 1,000 fields'],
])('JSON with too many values is refused: %s', (_what, value, path, message) => {
  expect(checkJson({ value })).toEqual({ in: 'body', path, code: 'too_long', message });
});

test.each([
  ['15,000 values', Array(jsonLimits.values).fill(0)],
  ['1,000 fields in one object', fields(1_000)],
  ['32 levels', nested(jsonLimits.depth)],
  ['text of any script', { ключ: 'Olá 👍🏽 \u0001' }],
  ['an own key that only looks special', { constructor: 1, prototype: 2, proto: 3 }],
  ['a bare value', 5],
  ['nothing', undefined],
])('accepts JSON with %s', (_what, value) => {
  expect(checkJson(value)).toBeUndefined();
});

test.each([
  ['33 levels', nested(jsonLimits.depth + 1), Array(32).fill('0').join('.')],
  ['100,000 levels', nested(100_000), Array(32).fill('0').join('.')],
  ['__proto__ at the top', JSON.parse('{"__proto__": {"admin": true}}'), '__proto__'],
  ['__proto__ within', JSON.parse('{"a": [{"__proto__": 1}]}'), 'a.0.__proto__'],
  ['half a character', { a: { b: '\ud83d' } }, 'a.b'],
  ['NUL', { a: ['x\u0000y'] }, 'a.0'],
  ['a key with NUL', { a: { 'b\u0000': 1 } }, 'a'],
])('refuses JSON with %s and names the place', (_what, value, path) => {
  expect(checkJson(value)).toMatchObject({ in: 'body', path, code: 'invalid_format' });
});
