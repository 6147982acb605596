import type { ValidationIssue } from '@parley/contract';
import { checkAnswer } from '../answer.ts';
import { oneOfEachShape } from '../extent.ts';
import { preparedRequest } from '../fixtures.ts';
import { type Answer, fillPath, send } from '../http.ts';
import { listRoutes, type Route, routeNamed } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { type BadInput, badQuery } from './row.ts';

const many = Array.from({ length: 101 }, (_, index) => `tag${index}`);

export const badQueries: readonly BadInput[] = [
  ...listRoutes.map((route) =>
    badQuery(
      route.name,
      { limit: '101', cursor: '' },
      ['cursor', 'too_short'],
      ['limit', 'out_of_range'],
    ),
  ),
  badQuery('messages.list', { limit: '0' }, 'out_of_range'),
  badQuery('messages.list', { limit: '-5' }, 'out_of_range'),
  badQuery('messages.list', { limit: '2.5' }, 'invalid_type'),
  badQuery('messages.list', { limit: '1e2' }, 'invalid_type'),
  badQuery('messages.list', { limit: '99999999999999999999' }, 'invalid_type'),
  badQuery('messages.list', { limit: [1, 2] }, 'invalid_type'),
  badQuery('messages.list', { cursor: 'c'.repeat(2_001) }, 'too_long'),
  badQuery('messages.list', { cursor: ['a', 'b'] }, 'invalid_type'),
  badQuery('messages.list', { sort: 'sentAt' }, 'invalid_enum'),
  badQuery('messages.list', { sort: '' }, 'invalid_enum'),
  badQuery('messages.list', { sort: 'createdAt;drop table messages' }, 'invalid_enum'),
  badQuery('messages.list', { sort: ['createdAt', '-createdAt'] }, 'invalid_enum'),
  badQuery('messages.list', { createdAfter: 'yesterday' }, 'invalid_format'),
  badQuery('messages.list', { createdAfter: '2026-11-20' }, 'invalid_format'),
  badQuery('messages.list', { createdAfter: '2026-11-20T09:30:00' }, 'invalid_format'),
  badQuery('messages.list', { createdBefore: '2026-13-01T00:00:00Z' }, 'invalid_format'),
  badQuery('messages.list', { createdBefore: '1795000000' }, 'invalid_format'),
  badQuery('messages.list', { direction: 'sideways' }, 'invalid_enum'),
  badQuery('messages.list', { status: 'sent,lost' }, 'invalid_enum'),
  badQuery('messages.list', { status: '' }, 'invalid_enum'),
  badQuery('messages.list', { channelId: 'c'.repeat(65) }, 'too_long'),
  badQuery('contacts.list', { q: 'q'.repeat(201) }, 'too_long'),
  badQuery('contacts.list', { q: 'a\0b' }, 'invalid_format'),
  badQuery('contacts.list', { tag: many }, 'too_long'),
  badQuery('contacts.list', { tag: 'a,,b' }, 'too_short'),
  badQuery('contacts.list', { sort: 'email' }, 'invalid_enum'),
  badQuery('channels.list', { includeArchived: '1' }, 'invalid_type'),
  badQuery('channels.list', { type: 'sms' }, 'invalid_enum'),
  badQuery('conversations.list', { unread: 'yes' }, 'invalid_type'),
  badQuery('conversations.list', { windowOpen: ['true', 'false'] }, 'invalid_type'),
  badQuery('conversations.list', { priority: 'none' }, 'invalid_enum'),
  badQuery('apiKeys.list', { status: 'deleted' }, 'invalid_enum'),
  ...oneOfEachShape(listRoutes).flatMap((route) => [
    rawQuery(`${route.name} with a query that is not UTF-8`, route, 'x=%ff', [
      'x',
      'invalid_format',
    ]),
    rawQuery(`${route.name} with an escape that is none`, route, 'x=100%', ['x', 'invalid_format']),
    rawQuery(`${route.name} with 1,001 parameters`, route, 'x=1&'.repeat(1_001), ['', 'too_long']),
  ]),
];

/** Returns a request with a query that `URLSearchParams` cannot write. */
function rawQuery(
  title: string,
  route: Route,
  query: string,
  [path, code]: readonly [string, ValidationIssue['code']],
): BadInput {
  return {
    title,
    code: 'SVC-VALIDATION',
    issues: [['query', path, code]],
    sharesTenant: true,
    send: async (scene) => {
      const { params } = await preparedRequest(scene, route.name);
      const answer = await send(scene.target.baseUrl, {
        method: route.method,
        path: `${fillPath(route.path, params)}?${query}`,
        key: scene.tenant.apiKey,
      });
      checkAnswer(route, answer);
      return answer;
    },
  };
}

export const badPaths: readonly BadInput[] = [
  {
    title: 'an id of 65 characters',
    code: 'SVC-VALIDATION',
    issues: [['path', 'id', 'too_long']],
    send: (scene) => scene.call('messages.get', { params: { id: 'm'.repeat(65) } }),
  },
  undecodable('an id that cannot be decoded', '/messages/%E0%A4%A'),
  undecodable('an id that is no UTF-8', '/contacts/%ff%fe'),
  missingAt('an id with a slash', '/messages/a%2Fb', 'a/b'),
  missingAt('an id that climbs', '/channels/..%2F..%2Fetc%2Fpasswd', '../../etc/passwd'),
  missingAt('a blank id', '/contacts/%20', ' '),
  missingAt('an emoji as id', '/contacts/%F0%9F%98%80', '😀'),
  missingAt('SQL as id', `/contacts/${encodeURIComponent("' or 1=1 --")}`, "' or 1=1 --"),
  undecodable('NUL in an id', '/conversations/a%00b'),
];

// Such a path names no record, so the server may refuse it before it checks the key.
function undecodable(title: string, path: string): BadInput {
  return {
    title,
    code: 'SVC-VALIDATION',
    details: { issues: [{ in: 'path', code: 'invalid_format' }] },
    send: ({ target, tenant }) => send(target.baseUrl, { method: 'GET', path, key: tenant.apiKey }),
  };
}

function missingAt(title: string, path: string, id: string): BadInput {
  return { title, code: 'SVC-NOT-FOUND', details: { id }, send: (scene) => get(scene, path) };
}

async function get({ target, tenant }: Scene, path: string): Promise<Answer> {
  const answer = await send(target.baseUrl, { method: 'GET', path, key: tenant.apiKey });
  checkAnswer(routeNamed('messages.get'), answer);
  return answer;
}
