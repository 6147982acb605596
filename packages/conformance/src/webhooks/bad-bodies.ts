import type { ValidationIssue } from '@parley/contract';
import { type BadInput, badField, badFields, badQuery, sendText } from '../bad-input/row.ts';
import { aUrl } from '../scene.ts';

type Code = ValidationIssue['code'];

const address = (title: string, url: unknown, code: Code = 'invalid_format') =>
  badField('webhookEndpoints.create', title, { url }, ['url', code]);
const header = (title: string, headers: object, path: string, code: Code = 'invalid_format') =>
  badField('webhookEndpoints.create', title, { headers }, [path, code]);
const events = (title: string, list: unknown, ...issue: readonly [string, Code]) =>
  badField('webhookEndpoints.create', title, { events: list }, issue);

const manyHeaders = Object.fromEntries(
  Array.from({ length: 11 }, (_, index) => [`x-header-${index}`, '1']),
);

const endpoints: readonly BadInput[] = [
  address('no url', undefined, 'required'),
  address('an empty url', ''),
  address('a url without a scheme', 'hooks.example.invalid/orders'),
  address('a path as url', '/orders'),
  address('an ftp url', 'ftp://hooks.example.invalid/orders'),
  address('a script as url', 'javascript:alert(1)'),
  address('a file as url', 'file:///etc/passwd'),
  address('a url without a host', 'https://'),
  address('a url with a user', 'https://user@hooks.example.invalid/'),
  address('a url with a password', 'https://user:secret@hooks.example.invalid/'),
  address('a url with a fragment', 'https://hooks.example.invalid/#top'),
  address('a url with an empty fragment', 'https://hooks.example.invalid/#'),
  address('a url with a line break', 'https://hooks.example.invalid/a\nb'),
  address('a url with a tab', 'https://hooks.\texample.invalid/'),
  address('a port that is none', 'https://hooks.example.invalid:70000/'),
  address(
    'a url of 2,001 characters',
    `https://hooks.example.invalid/${'x'.repeat(1_971)}`,
    'too_long',
  ),
  address('a number as url', 42, 'invalid_type'),
  ...badFields('webhookEndpoints.update', [
    ['url null', { url: null }, 'invalid_type'],
    ['a url with a user', { url: 'https://a@b.example.invalid/' }, 'invalid_format'],
    ['events null', { events: null }, 'invalid_type'],
  ]),
  events('no events', undefined, 'events', 'required'),
  events('an empty list of events', [], 'events', 'too_short'),
  events('an unknown type', ['message.sent', 'message.lost'], 'events.1', 'invalid_enum'),
  events('an unknown group', ['order.*'], 'events.0', 'invalid_enum'),
  events('a pattern in the middle', ['*.sent'], 'events.0', 'invalid_enum'),
  events('half a group', ['message.'], 'events.0', 'invalid_enum'),
  events('a type in upper case', ['Message.Sent'], 'events.0', 'invalid_enum'),
  events('events in one text', 'message.sent,message.read', 'events', 'invalid_type'),
  events('101 events', Array(101).fill('message.sent'), 'events', 'too_long'),
  ...badFields('webhookEndpoints.create', [
    ['no channels at all', { channelIds: [] }, 'too_short'],
    ['a channel of 65 characters', { channelIds: ['c'.repeat(65)] }, ['channelIds.0', 'too_long']],
    ['a channel that is no list', { channelIds: 'chn_1' }, 'invalid_type'],
    [
      'an empty value',
      { headers: { 'x-shop': '' } },
      ['headers.x-shop', 'too_short'],
      ['headers.x-shop', 'invalid_format'],
    ],
    ['a rate of 0', { maxPerSecond: 0 }, 'out_of_range'],
    ['a rate of 1,001', { maxPerSecond: 1_001 }, 'out_of_range'],
    ['half a request per second', { maxPerSecond: 0.5 }, 'invalid_type'],
    ['a blank description', { description: ' ' }, 'too_short'],
    [
      'several mistakes',
      { url: 'x', events: [], maxPerSecond: 0 },
      ['url', 'invalid_format'],
      ['events', 'too_short'],
      ['maxPerSecond', 'out_of_range'],
    ],
  ]),
  header('a header of the signature', { 'Webhook-Id': '1' }, 'headers.Webhook-Id'),
  header('a host', { host: 'other.example.invalid' }, 'headers.host'),
  header('a content type', { 'Content-Type': 'text/plain' }, 'headers.Content-Type'),
  header('a content length', { 'content-length': '0' }, 'headers.content-length'),
  header('a transfer encoding', { 'transfer-encoding': 'chunked' }, 'headers.transfer-encoding'),
  header('a connection', { connection: 'close' }, 'headers.connection'),
  header('an upgrade', { upgrade: 'h2c' }, 'headers.upgrade'),
  header(
    'an authorization of proxies',
    { 'proxy-authorization': 'x' },
    'headers.proxy-authorization',
  ),
  header('a user agent', { 'user-agent': 'me' }, 'headers.user-agent'),
  header('an encoding of answers', { 'Accept-Encoding': 'gzip' }, 'headers.Accept-Encoding'),
  header('a name with a space', { 'x shop': '1' }, 'headers.x shop'),
  header('a name with a colon', { 'x:shop': '1' }, 'headers.x:shop'),
  header('a name with a line break', { 'x\r\nevil': '1' }, 'headers.x\r\nevil'),
  header('an empty name', { '': '1' }, 'headers.'),
  header(
    'a name of 65 characters',
    { ['x'.repeat(65)]: '1' },
    `headers.${'x'.repeat(65)}`,
    'too_long',
  ),
  header('a value on two lines', { 'x-shop': 'a\r\nevil: b' }, 'headers.x-shop'),
  header('a value that ends in a space', { 'x-shop': 'a ' }, 'headers.x-shop'),
  header('a value that is no ASCII', { 'x-shop': 'açaí' }, 'headers.x-shop'),
  header(
    'a value of 1,001 characters',
    { 'x-shop': 'v'.repeat(1_001) },
    'headers.x-shop',
    'too_long',
  ),
  header('a number as value', { 'x-shop': 1 }, 'headers.x-shop', 'invalid_type'),
  header('11 headers', manyHeaders, 'headers', 'too_long'),
  header('a header twice', { 'x-shop': '1', 'X-Shop': '2' }, 'headers', 'too_long'),
  header('a list of headers', ['x-shop'], 'headers', 'invalid_type'),
  {
    title: 'webhookEndpoints.create with a header named __proto__',
    code: 'SVC-VALIDATION',
    issues: [['body', 'headers.__proto__', 'invalid_format']],
    send: (scene) =>
      sendText(
        scene,
        'webhookEndpoints.create',
        `{"url":"${aUrl()}","events":["*"],"headers":{"__proto__":"1"}}`,
      ),
  },
];

const actions: readonly BadInput[] = [
  ...badFields('webhookEndpoints.rotateSecret', [
    ['an overlap of -1', { overlapHours: -1 }, 'out_of_range'],
    ['an overlap of 169 hours', { overlapHours: 169 }, 'out_of_range'],
    ['an overlap in quotes', { overlapHours: '24' }, 'invalid_type'],
    ['half an hour of overlap', { overlapHours: 0.5 }, 'invalid_type'],
  ]),
  ...badFields('webhookEndpoints.test', [
    ['an unknown type', { type: 'message.lost' }, 'invalid_enum'],
    ['a group', { type: 'message.*' }, 'invalid_enum'],
  ]),
  ...badFields('webhookEndpoints.replay', [
    ['no beginning', { since: undefined }, 'required'],
    ['a date as beginning', { since: '2026-11-20' }, 'invalid_format'],
    ['an end in words', { until: 'today' }, 'invalid_format'],
    ['an unknown type', { types: ['message.lost'] }, ['types.0', 'invalid_enum']],
    ['no types', { types: [] }, 'too_short'],
    ['onlyFailed in quotes', { onlyFailed: 'false' }, 'invalid_type'],
  ]),
];

const queries: readonly BadInput[] = [
  badQuery('webhookEndpoints.list', { status: 'gone' }, 'invalid_enum'),
  badQuery('webhookEndpoints.list', { sort: 'url' }, 'invalid_enum'),
  badQuery('webhookEndpoints.listDeliveries', { status: 'failed' }, 'invalid_enum'),
  badQuery('webhookEndpoints.listDeliveries', { eventType: 'message.lost' }, 'invalid_enum'),
  badQuery('webhookEndpoints.listDeliveries', { since: 'yesterday' }, 'invalid_format'),
  badQuery('webhookEndpoints.listDeliveries', { until: '2026-11-20' }, 'invalid_format'),
  badQuery('webhookEndpoints.listDeliveries', { eventId: 'e'.repeat(65) }, 'too_long'),
  badQuery('events.list', { type: 'message.lost' }, 'invalid_enum'),
  badQuery('events.list', { type: '' }, 'invalid_enum'),
  badQuery('events.list', { afterSequence: '-1' }, 'out_of_range'),
  badQuery('events.list', { afterSequence: '1.5' }, 'invalid_type'),
  badQuery('events.list', { afterSequence: 'evt_1' }, 'invalid_type'),
  badQuery('events.list', { sort: 'timestamp' }, 'invalid_enum'),
  badQuery('events.list', { since: '1795000000' }, 'invalid_format'),
  badQuery('events.list', { subjectId: ['a', 's'.repeat(65)] }, 'too_long'),
];

export const badWebhooks: readonly BadInput[] = [...endpoints, ...actions, ...queries];
