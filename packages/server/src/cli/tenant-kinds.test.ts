import type { SignedIn } from '@parley/contract/console';
import type { AgencyClientWithKey } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { openConsole } from '../../test/console-scene.ts';
import { changeKind } from './tenant-kinds.ts';

test('an operator makes a tenant an agency and undoes it, but never changes a client or an agency with clients', async () => {
  const { server, owner } = await openConsole('SQLite', { closes: true });
  const { tenant } = (await owner.call<SignedIn>('GET /session')).json;
  const ctx = server.contextOf(tenant.id);
  expect(await changeKind(ctx, 'agency')).toMatchObject({ kind: 'agency' });
  const path = '/agencies/current/clients';
  const { json: made } = await owner.call<AgencyClientWithKey>(`POST ${path}`, {
    name: 'Client',
    grant: { permissions: ['manage'] },
  });
  await expect(changeKind(ctx, 'standard')).rejects.toThrow('must archive them first');
  const client = server.contextOf(made.tenantId);
  await expect(changeKind(client, 'agency')).rejects.toThrow('stays client');
  expect((await owner.call(`DELETE ${path}/${made.id}`)).status).toBe(204);
  expect(await changeKind(ctx, 'standard')).toMatchObject({ kind: 'standard' });
  const { data } = (await owner.call<{ data: unknown[] }>('GET /audit-log?action=tenant.updated'))
    .json;
  expect(data).toHaveLength(2);
  expect((await owner.call(`GET ${path}`)).status).toBe(403);
});
