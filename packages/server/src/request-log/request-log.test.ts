import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { LoggedRequest } from '@parley/contract/console';
import type { IssuedApiKey, Page } from '@parley/contract/schemas';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { Worker } from '../jobs/worker.ts';
import { createLink } from '../sessions/links.ts';
import { RequestLog } from './request-log.ts';

describe.each(targets)('the request log on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  let owner: ConsoleBrowser;
  beforeAll(async () => {
    const { system, now } = server.deps;
    const token = await createLink(system.installation, { kind: 'setup', now: now() });
    owner = new ConsoleBrowser(server.baseUrl);
    const account = { name: 'Ana', email: 'ana@example.com', password: 'four yellow tulips' };
    await owner.call('POST /setup', { token, ...account });
  });

  const logged = async (query = '') =>
    (await owner.call<Page<LoggedRequest>>(`GET /request-log?sort=createdAt${query}`)).json.data;

  /** Begins an upload, and closes the connection when the server receives the file. */
  const abortUpload = async (secret: string) => {
    const headers = { 'x-api-key': secret, 'content-length': '100' };
    const upload = request(`${server.baseUrl}/api/v1/media`, { method: 'POST', headers });
    upload.on('error', () => {});
    upload.write('x');
    await expect.poll(() => readdir(server.deps.media.files.draftDir)).toHaveLength(1);
    upload.destroy();
  };

  test('shows the requests of each key with status, code and ID, filters them, and keeps them for 24 hours', async () => {
    const con = `con_${'0'.repeat(26)}`;
    const made = await owner.call<IssuedApiKey>('POST /api-keys', { name: 'Shop' });
    const { id: keyId, secret = '' } = made.json;
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': secret ?? '', 'x-request-id': `id-of-${method}-${secret}` };
      const type = body && { 'content-type': 'application/json' };
      await fetch(`${server.baseUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...type },
        ...(body && { body: JSON.stringify(body) }),
      });
    };
    await send('GET', '/contacts?q=Zuleika');
    await send('DELETE', `/contacts/${con}/tags/Zuleika`);
    await send('GET', `/messages/${secret}`);
    await send('GET', '/contacts/ana@example.com');
    await send('POST', '/contacts', { email: 'Zuleika' });
    await abortUpload(secret ?? '');
    await expect.poll(logged).toHaveLength(6);
    await owner.call(`POST /api-keys/${keyId}/revoke`, {});
    await send('GET', '/contacts');
    const all = await logged();
    const shown = { keyId, durationMs: expect.any(Number), createdAt: expect.any(String) };
    expect(all).toMatchObject([
      { ...shown, method: 'GET', path: '/contacts', status: 200, code: null },
      {
        ...shown,
        method: 'DELETE',
        path: `/contacts/${con}/tags/:name`,
        status: 404,
        code: 'SVC-NOT-FOUND',
        requestId: 'id-of-DELETE-prl_…',
      },
      { ...shown, path: '/messages/:id', status: 404 },
      { ...shown, path: '/contacts/:id', status: 404 },
      { ...shown, method: 'POST', path: '/contacts', status: 400, code: 'SVC-VALIDATION' },
      { ...shown, method: 'POST', path: '/media', status: null },
      { ...shown, path: '/contacts', status: 401, code: 'SVC-UNAUTHORIZED' },
    ]);
    const found = async (query: string) => (await logged(query)).map(({ id }) => id);
    const ids = all.map(({ id }) => id);
    expect(await found('&outcome=success')).toEqual(ids.slice(0, 1));
    expect(await found('&outcome=aborted')).toEqual(ids.slice(5, 6));
    expect(await found('&outcome=refused,aborted')).toEqual(ids.slice(1));
    expect(await found('&code=SVC-NOT-FOUND,SVC-UNAUTHORIZED')).toEqual(
      ids.filter((_, at) => [1, 2, 3, 6].includes(at)),
    );
    expect(
      await found(`&keyId=${keyId}&requestId=${encodeURIComponent('id-of-POST-prl_…')}`),
    ).toEqual(ids.slice(4, 5));
    expect(await found('&keyId=key_other')).toEqual([]);
    expect(await found('&limit=2')).toEqual(ids.slice(0, 2));

    const { system, now, newId } = server.deps;
    const keptAfter = async (hours: number) => {
      const later = () => new Date(now().getTime() + hours * 3_600_000);
      await new Worker({ system, handlers: {}, log, now: later, newId }).prune();
      return (await logged()).length;
    };
    expect([await keptAfter(23), await keptAfter(25)]).toEqual([7, 0]);
  });

  test('lists what is written while a write does not end', async () => {
    const { requestLog } = server.deps;
    const flush = vi.spyOn(requestLog, 'flush').mockReturnValue(new Promise(() => {}));
    onTestFinished(() => flush.mockRestore());
    expect(await logged()).toEqual([]);
    expect(flush).toHaveBeenCalledOnce();
  });

  test('logs at most 1,000 successes and 1,000 errors of a tenant at once, and no tenant that is gone', async () => {
    const { deps } = server;
    const requests = new RequestLog(deps.system, deps.newId, log);
    const { tenantId } = await server.createTenant();
    const now = server.now();
    const note = (tenantId: string, code: string | null) =>
      requests.note(
        {
          tenantId,
          keyId: 'key_1',
          method: 'GET',
          template: '/contacts',
          params: {},
          status: code ? 404 : 200,
          code,
          requestId: '1',
          durationMs: 1,
        },
        now,
      );
    note('ten_gone', null);
    for (let n = 0; n < 1_100; n += 1) note(tenantId, null);
    note(tenantId, 'SVC-NOT-FOUND');
    await requests.flush();
    const rows = await deps.database.writer('request_log').select('tenant_id', 'code');
    const written = rows.filter((row) => row.code === null && row.tenant_id === tenantId);
    expect([written.length, rows.length]).toEqual([1_000, 1_001]);
  });
});
