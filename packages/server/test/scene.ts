import type {
  Channel,
  Conversation,
  CreateChannelBody,
  EventType,
  Message,
  Page,
  SimulatedInbound,
  SimulateInboundBody,
} from '@parley/contract/schemas';
import { eventSchemas } from '@parley/contract/schemas';
import type { MessageSender } from '../src/channels/adapters/adapter.ts';
import { createSandboxAdapter } from '../src/channels/adapters/sandbox.ts';
import { eventsTable } from '../src/events/table.ts';
import { createJobHandlers } from '../src/jobs/handlers.ts';
import { Worker } from '../src/jobs/worker.ts';
import type { TenantContext } from '../src/tenancy/context.ts';
import { log } from './contexts.ts';
import type { Target } from './databases.ts';
import { type StartOptions, startServer, type TestServer } from './start-server.ts';

/** A server without a worker: the test runs background work itself. */
export function startQuiet(
  target: Target,
  { env, ...options }: StartOptions = {},
): Promise<TestServer> {
  const quiet = { PARLEY_WORKER: 'off', PARLEY_SANDBOX_DELAY_MS: '0', ...env };
  return startServer(target, { ...options, env: quiet });
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  json: Body;
}

export interface Scene {
  ctx: TenantContext;
  apiKey: string;
  channel: Channel;
  call<Body = unknown>(
    request: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Sends a text as it is. */
  raw(request: string, body: string, headers: Record<string, string>): Promise<Response>;
  send(body?: object, headers?: Record<string, string>): Promise<Message>;
  receive(
    body?: Partial<Extract<SimulateInboundBody, { type: 'text' }>>,
  ): Promise<SimulatedInbound>;
  message(id: string): Promise<Message>;
  /** Returns all messages, or those of a query such as `&direction=outbound`, the oldest first. */
  messages(query?: string): Promise<Message[]>;
  conversation(id: string): Promise<Conversation>;
  /** Types of the events since the channel was made, in their order; each held against its schema. */
  events(): Promise<EventType[]>;
  timeline(id: string): Promise<string[]>;
}

export const sandbox = createSandboxAdapter({ receiptDelayMs: 0 });

let made = 0;

/** A phone number unique among these tests; its ending may be a magic one. */
export function aPhone(ending = '000321'): string {
  made += 1;
  return `49${String(made).padStart(6, '0')}${ending}`;
}

export async function createScene(
  server: TestServer,
  channelBody: Partial<CreateChannelBody> = {},
): Promise<Scene> {
  const tenant = await server.createTenant();
  const ctx = server.contextOf(tenant.tenantId);
  const raw = async (request: string, body: string, headers: Record<string, string>) => {
    const [method = '', path = ''] = request.split(' ');
    const own = { 'x-api-key': tenant.apiKey, ...headers };
    return await fetch(`${server.baseUrl}/api/v1${path}`, { method, headers: own, body });
  };
  const call = async <Body>(request: string, body?: unknown, headers?: Record<string, string>) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-api-key': tenant.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // The test itself checks the expected result.
    return {
      status: answer.status,
      headers: answer.headers,
      json: (text && JSON.parse(text)) as Body,
    };
  };
  const { json: channel } = await call<Channel>('POST /channels', {
    name: 'Test',
    type: 'whatsapp',
    provider: 'sandbox',
    ...channelBody,
  });
  return {
    ctx,
    apiKey: tenant.apiKey,
    channel,
    call,
    raw,
    send: async (body = {}, headers = {}) => {
      const whole = { channelId: channel.id, to: aPhone(), type: 'text', text: 'Hello', ...body };
      const answer = await call<Message>('POST /messages', whole, headers);
      if (answer.status !== 202) throw new Error(`refused: ${JSON.stringify(answer.json)}`);
      return answer.json;
    },
    receive: async (body = {}) => {
      const whole = { type: 'text', from: aPhone(), text: 'Hi', ...body };
      const path = `/channels/${channel.id}/simulate/inbound`;
      return (await call<SimulatedInbound>(`POST ${path}`, whole)).json;
    },
    message: async (id) => (await call<Message>(`GET /messages/${id}`)).json,
    messages: async (query = '') => {
      const all: Message[] = [];
      let next: string | null = '';
      while (next !== null) {
        const path: string = `GET /messages?limit=100&sort=createdAt${query}${next}`;
        const { status, json } = await call<Page<Message>>(path);
        if (status !== 200) throw new Error(`refused: ${JSON.stringify(json)}`);
        all.push(...json.data);
        next = json.nextCursor && `&cursor=${encodeURIComponent(json.nextCursor)}`;
      }
      return all;
    },
    conversation: async (id) => (await call<Conversation>(`GET /conversations/${id}`)).json,
    events: async () => {
      const rows = await ctx.db.select(eventsTable).orderBy('sequence');
      const types = rows.map((row, index) => {
        if (row.sequence !== index + 1) throw new Error('the numbers of events have a gap');
        const type = row.type as EventType;
        eventSchemas[type].parse(JSON.parse(row.body));
        return type;
      });
      return types.slice(types.indexOf('channel.created') + 1);
    },
    timeline: async (id) => {
      const { json } = await call<{ data: { type: string }[] }>(`GET /messages/${id}/events`);
      return json.data.map((entry) => entry.type);
    },
  };
}

export function createTestWorker(
  { deps }: TestServer,
  adapter: MessageSender | Record<string, MessageSender> = sandbox,
  now = deps.now,
): Worker {
  const senders = 'send' in adapter ? { sandbox: adapter } : adapter;
  const changed = Object.entries(senders).map(([name, sender]) => [
    name,
    { ...sandbox, ...sender },
  ]);
  const adapters = { ...deps.adapters, ...Object.fromEntries(changed) };
  return new Worker({
    system: deps.system,
    handlers: createJobHandlers({ ...deps, adapters }),
    log,
    now,
    newId: deps.newId,
  });
}

/** Runs all due background work, and the work that follows. */
export async function drain(server: TestServer, adapter?: MessageSender): Promise<void> {
  await createTestWorker(server, adapter).runUntilIdle();
}

/** Makes scheduled work due. */
export async function makeDue({ deps }: TestServer): Promise<void> {
  await deps.database.writer('jobs').update({ due_at: 0 });
}

export async function forgetJobs({ deps }: TestServer): Promise<void> {
  await deps.database.writer('jobs').delete();
}
