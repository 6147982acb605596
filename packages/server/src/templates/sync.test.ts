import type { Channel, Page, TemplateRecord } from '@parley/contract/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import {
  connectedScene,
  connections,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import type { FakeAnswer, FakeRequest } from '../../test/fake-provider.ts';
import { appSecrets, postHook, verifyToken } from '../../test/receiving-scene.ts';
import { forgetJobs, makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import { Worker } from '../jobs/worker.ts';

type Answering = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

const refusal = (code: number): FakeAnswer => ({
  status: 400,
  body: { error: { code, message: 'no' } },
});
const listOf = (...data: object[]): FakeAnswer => ({ body: { data } });

function graphTemplate(name: string) {
  return {
    id: `7${name.length}`,
    name,
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hello' }],
  };
}

describe.each(targets)('the sync of templates on %s', (target) => {
  const server = serverOfTests(() =>
    startWithProvider(target, {
      PARLEY_WHATSAPP_APP_SECRET: appSecrets.present,
      PARLEY_WHATSAPP_VERIFY_TOKEN: verifyToken,
    }),
  );
  afterEach(() => forgetJobs(server));

  async function openShop() {
    const scene = await connectedScene(server, 'whatsapp_cloud');
    const path = `/channels/${scene.channel.id}`;
    let lists = 0;
    const answer = (list: Answering, others: Answering = () => ({ body: { success: true } })) => {
      server.provider.answer = (request) => {
        if (request.method !== 'GET') return others(request);
        lists += 1;
        return list(request);
      };
    };
    const names = async () => {
      const { json } = await scene.call<Page<TemplateRecord>>(`GET ${path}/templates`);
      return json.data.map(({ name }) => name).sort();
    };
    /** Syncs a second later. A change in the millisecond in which a sync begins would be kept. */
    const sync = async () => {
      await server.advance(1_000);
      await scene.call(`POST ${path}/templates/sync`);
      await drainProviders(server);
    };
    const report = async (event: string, ...reported: string[]) => {
      const changes = reported.map((name) => ({
        field: 'message_template_status_update',
        value: { event, message_template_name: name, message_template_language: 'en_US' },
      }));
      const entry = [{ id: connections.whatsapp_cloud.config.wabaId, time: 1, changes }];
      const body = { object: 'whatsapp_business_account', entry };
      const hook = { type: 'whatsapp', body, secret: appSecrets.present } as const;
      const { status } = await postHook(server, `whatsapp/${scene.channel.id}`, hook);
      expect(status).toBe(200);
      await takeBatches();
    };
    const channel = async () => (await scene.call<Channel>(`GET ${path}`)).json;
    return { ...scene, path, answer, names, sync, report, read: channel, lists: () => lists };
  }

  /** Handles the webhooks that arrived, but not the jobs that follow from them. */
  async function takeBatches(): Promise<void> {
    const { system, now, newId } = server.deps;
    const { 'receive-batch': handler } = createJobHandlers(server.deps);
    const handlers = { 'receive-batch': handler };
    await new Worker({ system, handlers, log, now, newId }).runUntilIdle();
  }

  test('a refused list is asked for again, and the channel stays active', async () => {
    const { answer, sync, read, names } = await openShop();
    answer(() => refusal(100));
    await sync();
    expect(await read()).toMatchObject({
      status: 'active',
      lastError: null,
      templatesSyncedAt: null,
    });
    answer(() => listOf(graphTemplate('one')));
    await makeDue(server);
    await drainProviders(server);
    expect(await names()).toEqual(['one']);
  });

  test('an answer that cannot be read is an error of the provider, not of the server', async () => {
    const { call, path, answer } = await openShop();
    answer(
      () => listOf(),
      () => ({ body: '<html>' }),
    );
    const [name, language, category] = ['sale', 'en_US', 'utility'];
    const body = { name, language, category, components: [{ type: 'body', text: 'Hello' }] };
    expect(await call(`POST ${path}/templates`, body)).toMatchObject({
      status: 502,
      json: { error: { code: 'SVC-PROVIDER-ERROR', details: { retryable: true } } },
    });
  });

  test('a refused token stops the channel', async () => {
    const { answer, sync, read } = await openShop();
    answer(() => refusal(190));
    await sync();
    expect(await read()).toMatchObject({ status: 'error', statusReason: 'auth' });
  });

  test('a refused token that was replaced during the sync does not stop the channel', async () => {
    const { answer, sync, read, call, path } = await openShop();
    answer(async () => {
      await call(`PATCH ${path}`, { credentials: { accessToken: 'newer' } });
      return refusal(190);
    });
    await sync();
    expect(await read()).toMatchObject({ status: 'pending', lastError: null });
  });

  test.each(['before', 'during'])(
    'a business account that replaces another %s a sync gets its own templates',
    async (when) => {
      const { answer, sync, read, names, call, path } = await openShop();
      const change = async () => {
        await call(`PATCH ${path}`, { config: { wabaId: '999999999999999' } });
      };
      const verified = { id: connections.whatsapp_cloud.config.phoneNumberId, status: 'CONNECTED' };
      answer(async ({ path }) => {
        if (path.endsWith('/phone_numbers')) return listOf({ id: verified.id });
        if (path.endsWith('/subscribed_apps')) return { body: { success: true } };
        if (!path.endsWith('/message_templates')) return { body: verified };
        if (path.includes('999999999999999')) return listOf(graphTemplate('second'));
        if (when === 'during') await change();
        return listOf(graphTemplate('one'));
      });
      await sync();
      if (when === 'before') await change();
      expect(await read()).toMatchObject({ status: 'pending', templatesSyncedAt: null });
      await server.advance(1_000);
      expect((await call<Channel>(`POST ${path}/verify`)).json).toMatchObject({ status: 'active' });
      await drainProviders(server);
      expect(await names()).toEqual(['second']);
      expect((await read()).templatesSyncedAt).not.toBeNull();
      await call(`DELETE ${path}`);
    },
  );

  test('many webhooks about unknown templates are answered by one sync', async () => {
    const { answer, report, lists, names } = await openShop();
    answer(() => listOf(graphTemplate('one'), graphTemplate('second')));
    await report('APPROVED', 'one', 'second', 'third');
    await server.advance(1_000);
    await drainProviders(server);
    expect(await names()).toEqual(['one', 'second']);
    expect(lists()).toBe(1);
    await server.advance(1_000);
    await report('APPROVED', 'fourth');
    await drainProviders(server);
    expect(lists()).toBe(2);
  });

  test('a template that cannot be read keeps its record', async () => {
    const { answer, sync, names } = await openShop();
    answer(() => listOf(graphTemplate('one'), graphTemplate('second')));
    await sync();
    answer(() => listOf({ ...graphTemplate('one'), status: null }));
    await sync();
    expect(await names()).toEqual(['one']);
  });

  test('a list with a template without a name removes no record', async () => {
    const { answer, sync, names, read } = await openShop();
    answer(() => listOf(graphTemplate('one')));
    await sync();
    const { templatesSyncedAt } = await read();
    answer(() => listOf({ ...graphTemplate('second'), name: null }, graphTemplate('third')));
    await sync();
    expect(await names()).toEqual(['one', 'third']);
    expect((await read()).templatesSyncedAt).not.toBe(templatesSyncedAt);
  });

  test('a list with more pages than a sync reads removes no record', async () => {
    const { answer, sync, names, lists } = await openShop();
    answer(() => listOf(graphTemplate('one')));
    await sync();
    answer(() => ({ body: { data: [], paging: { cursors: { after: 'a' }, next: 'https://b' } } }));
    await sync();
    expect(lists()).toBe(241);
    expect(await names()).toEqual(['one']);
  });

  test('a template that is deleted while a sync reads it is gone in the end', async () => {
    const { answer, sync, names, report, call, path } = await openShop();
    const deletions = [
      async (id: string) => await call(`DELETE ${path}/templates/${id}`),
      async () => await report('DELETED', 'one'),
    ];
    for (const remove of deletions) {
      answer(() => listOf(graphTemplate('one')));
      await sync();
      const { json } = await call<Page<TemplateRecord>>(`GET ${path}/templates`);
      let isThere = true;
      answer(async () => {
        const listed = isThere ? listOf(graphTemplate('one')) : listOf();
        if (isThere) await remove(json.data[0]?.id ?? '');
        isThere = false;
        return listed;
      });
      await sync();
      expect(await names()).toEqual([]);
    }
  });

  test('a deletion succeeds when its webhook comes before its answer', async () => {
    const { answer, sync, names, report, call, path } = await openShop();
    answer(
      () => listOf(graphTemplate('one')),
      async () => {
        await report('DELETED', 'one');
        return { body: { success: true } };
      },
    );
    await sync();
    const { json } = await call<Page<TemplateRecord>>(`GET ${path}/templates`);
    const deleted = await call(`DELETE ${path}/templates/${json.data[0]?.id}`);
    expect(deleted, JSON.stringify(deleted.json)).toMatchObject({ status: 204 });
    expect(await names()).toEqual([]);
  });
});
