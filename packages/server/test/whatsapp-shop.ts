import type { Channel, Contact, Conversation, Message, Page } from '@parley/contract/schemas';
import { type Account, Simulator } from '@parley/provider-simulator';
import { drainProviders } from './channel-scene.ts';
import type { Target } from './databases.ts';
import { appSecrets, postHook, startReceiving, verifyToken } from './receiving-scene.ts';
import { createScene, type Scene } from './scene.ts';
import type { TestServer } from './start-server.ts';

/** A server with a simulated WhatsApp. */
export interface WhatsAppServer extends TestServer {
  readonly simulator: Simulator;
}

export async function startWithWhatsApp(target: Target): Promise<WhatsAppServer> {
  const simulator = await new Simulator({ seed: 5 }).start();
  const env = { PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp };
  const server = await startReceiving(target, env);
  const close = async () => {
    await server.close();
    await simulator.close();
  };
  return { ...server, simulator, close };
}

/** A tenant with a number of the simulated WhatsApp, which may always send free text. */
export interface WhatsAppShop {
  readonly scene: Scene;
  readonly account: Account;
  readonly channelId: string;
  /** Accepts a text to an address, or returns the error of the request. */
  send(to: string): Promise<{ status: number; json: Message }>;
  /** Runs the due jobs and handles the webhooks that they cause. */
  work(): Promise<void>;
  /** Delivers a webhook and handles it. */
  take(body: unknown): Promise<void>;
  contactOf(message: Pick<Message, 'contactId'> | undefined): Promise<Contact>;
  contacts(): Promise<Contact[]>;
  conversations(): Promise<Conversation[]>;
}

export async function openWhatsAppShop(server: WhatsAppServer): Promise<WhatsAppShop> {
  const { simulator } = server;
  const app = simulator.addApp(`${server.baseUrl}/hooks/whatsapp`);
  Object.assign(app, { secret: appSecrets.present, verifyToken });
  const { account, accessToken } = simulator.addAccount('whatsapp', { app });
  const scene = await createScene(server);
  const body = {
    name: 'Shop',
    type: 'whatsapp',
    provider: 'whatsapp_cloud',
    config: { phoneNumberId: account.id, wabaId: account.ownerId },
    credentials: { accessToken },
    settings: { windowEnforcement: 'off' },
  };
  const { id: channelId } = (await scene.call<Channel>('POST /channels', body)).json;
  const { json } = await scene.call<Channel>(`POST /channels/${channelId}/verify`);
  if (json.status !== 'active') throw new Error(`not verified: ${JSON.stringify(json)}`);
  const work = async () => {
    await drainProviders(server);
    await simulator.outbox.settled();
    await drainProviders(server);
  };
  return {
    scene,
    account,
    channelId,
    work,
    send: async (to) =>
      await scene.call<Message>('POST /messages', { channelId, to, type: 'text', text: 'Hi' }),
    take: async (body) => {
      const hook = { type: 'whatsapp', body, secret: appSecrets.present } as const;
      const { status } = await postHook(server, 'whatsapp', hook);
      if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
      await work();
    },
    contactOf: async (message) =>
      (await scene.call<Contact>(`GET /contacts/${message?.contactId}`)).json,
    contacts: async () => (await scene.call<Page<Contact>>('GET /contacts')).json.data,
    conversations: async () =>
      (await scene.call<Page<Conversation>>('GET /conversations')).json.data,
  };
}
