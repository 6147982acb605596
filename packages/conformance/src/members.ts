import { describe, expect, test } from 'vitest';
import { checkError } from './answer.ts';
import { type Query, send } from './http.ts';
import { createScene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeMembers({ paused: target }: Targets): void {
  describe('members', () => {
    test('the list has every user of the tenant, and its filters choose by role and activity', async () => {
      const { api, tenant } = await createScene(target());
      const ana = await tenant.createUser('Ana');
      const former = await tenant.createInactiveUser();
      const idsOf = async (query: Query) =>
        (await api.members.list({ query })).data.map(({ id }) => id);
      expect(await idsOf({})).toEqual([ana, former]);
      expect(await idsOf({ active: true })).toEqual([ana]);
      expect(await idsOf({ active: false })).toEqual([former]);
      expect(await idsOf({ role: ['member'] })).toEqual([ana, former]);
      expect(await idsOf({ role: ['owner', 'admin'] })).toEqual([]);
      expect(await api.members.get({ params: { id: ana } })).toMatchObject({
        name: 'Ana',
        email: expect.stringMatching(/@example\.com$/),
        role: 'member',
        active: true,
      });
    });

    test.each([
      ['invite a person', 'POST', '/invitations'],
      ['change a member', 'PATCH', '/members/:id'],
    ] as const)('an API key cannot %s: only a signed-in user can', async (_what, method, path) => {
      const { tenant } = await createScene(target());
      const id = await tenant.createUser('Ana');
      const answer = await send(target().baseUrl, {
        method,
        path: path.replace(':id', id),
        key: tenant.apiKey,
        body: { email: 'bo@example.com', role: 'member' },
      });
      expect([answer.status, checkError(answer).code]).toEqual([403, 'SVC-SESSION-REQUIRED']);
    });
  });
}
