import type { Channel, CreateChannelBody, Message } from '@parley/contract/schemas';
import { createJobHandlers } from '../src/jobs/handlers.ts';
import { Worker } from '../src/jobs/worker.ts';
import { log } from './contexts.ts';
import type { Target } from './databases.ts';
import { type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { createScene, type Scene } from './scene.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A server whose providers are one fake on this machine. Background work is run by hand. */
export interface ChannelServer extends TestServer {
  readonly provider: FakeProvider;
}

export async function startWithProvider(
  target: Target,
  env: Readonly<Record<string, string>> = {},
): Promise<ChannelServer> {
  const provider = await startFakeProvider();
  const server = await startServer(target, {
    env: {
      PARLEY_WORKER: 'off',
      PARLEY_WHATSAPP_API_URL: provider.url,
      PARLEY_INSTAGRAM_API_URL: provider.url,
      PARLEY_TIKTOK_API_URL: provider.url,
      PARLEY_FETCH_ALLOWED_CIDRS: '127.0.0.1/32',
      ...env,
    },
  });
  const close = async () => {
    await server.close();
    await provider.close();
  };
  return { ...server, provider, close };
}

export const connections = {
  whatsapp_cloud: {
    type: 'whatsapp',
    config: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
  },
  instagram_graph: { type: 'instagram', config: { igUserId: '17841400000000009' } },
  tiktok_business: { type: 'tiktok', config: { businessId: 'biz+1/a==' } },
} as const;
export const accessToken = 'secret-token-1';

export interface ConnectedScene extends Scene {
  /** Sends a message, runs the due jobs, and returns the message after them. */
  deliver(body: object): Promise<Message>;
}

/** A tenant with an active channel of a real provider, without asking the provider. */
export async function connectedScene(
  server: ChannelServer,
  provider: keyof typeof connections,
): Promise<ConnectedScene> {
  const scene = await createScene(server);
  const body: Partial<CreateChannelBody> = {
    name: 'Real',
    provider,
    credentials: { accessToken },
    ...connections[provider],
  };
  const { json: channel } = await scene.call<Channel>('POST /channels', body);
  await server.deps.database
    .writer('channels')
    .where({ id: channel.id })
    .update({ status: 'active' });
  const to = { whatsapp_cloud: '5511987654321', instagram_graph: '901', tiktok_business: 'c+1' };
  return {
    ...scene,
    channel,
    deliver: async (body) => {
      const whole = { channelId: channel.id, to: to[provider], ...body };
      const { status, json } = await scene.call<Message>('POST /messages', whole);
      if (status !== 202) throw new Error(`refused: ${JSON.stringify(json)}`);
      await drainProviders(server);
      return await scene.message(json.id);
    },
  };
}

/** Runs the due jobs with the adapters of the server. */
export async function drainProviders({ deps }: TestServer): Promise<void> {
  const { system, now, newId } = deps;
  const worker = new Worker({ system, handlers: createJobHandlers(deps), log, now, newId });
  await worker.runUntilIdle();
}
