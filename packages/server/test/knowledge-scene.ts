import type {
  EventEnvelope,
  KnowledgeFaqMatch,
  KnowledgeSource,
  KnowledgeSourceDetail,
  KnowledgeSourceMatch,
  Page,
} from '@parley/contract/schemas';
import { onTestFinished } from 'vitest';
import type { TenantContext } from '../src/tenancy/context.ts';
import type { Target } from './databases.ts';
import { type Answer, createScene, drain } from './scene.ts';
import { startServer, type TestServer } from './start-server.ts';

/** Pages are fetched from this machine; the test runs background work itself. */
export function startFetching(target: Target): Promise<TestServer> {
  return startServer(target, {
    env: {
      PARLEY_WORKER: 'off',
      PARLEY_URL_SOURCES: 'on',
      PARLEY_FETCH_ALLOWED_CIDRS: '127.0.0.1/32',
    },
  });
}

export interface ServedPage {
  status?: number;
  type?: string;
  body?: string;
  location?: string;
}

/** A page of this test, whose answer may be changed. */
export async function aPage(
  server: TestServer,
  first: ServedPage,
  onRequest: () => unknown = () => {},
): Promise<ServedPage & { readonly url: string; requests: number }> {
  const page = { ...first, requests: 0 };
  const receiver = await server.startReceiver(async () => {
    page.requests += 1;
    await onRequest();
    const { status = 200, type = 'text/plain', body = '', location } = page;
    return { status, body, headers: location ? { location } : { 'content-type': type } };
  });
  onTestFinished(() => receiver.close());
  return Object.assign(page, { url: receiver.url });
}

/** A source with its own fetched page. */
export async function aFetchedSource(
  server: TestServer,
  scene: KnowledgeScene,
  served: ServedPage,
  more: object = {},
) {
  const page = await aPage(server, served);
  const { id } = await scene.source({ type: 'url', url: page.url, ...more });
  await drain(server);
  return { page, source: await scene.read(id) };
}

export interface KnowledgeScene {
  ctx: TenantContext;
  call<Body = unknown>(request: string, body?: unknown): Promise<Answer<Body>>;
  /** Fails when it is not taken. */
  source(body: object): Promise<KnowledgeSource>;
  read(id: string): Promise<KnowledgeSourceDetail>;
  findSources(q: string, more?: string): Promise<KnowledgeSourceMatch[]>;
  findFaqs(q: string, more?: string): Promise<KnowledgeFaqMatch[]>;
  /** Type and changes of the events of knowledge. */
  events(): Promise<string[]>;
}

export async function createKnowledgeScene(server: TestServer): Promise<KnowledgeScene> {
  const { ctx, call } = await createScene(server);
  const find = async <Match>(path: string, q: string, more: string) => {
    const answer = await call<Page<Match>>(`GET ${path}?q=${encodeURIComponent(q)}${more}`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    return answer.json.data;
  };
  return {
    ctx,
    call,
    source: async (body) => {
      const answer = await call<KnowledgeSource>('POST /knowledge/sources', body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.json));
      return answer.json;
    },
    read: async (id) => (await call<KnowledgeSourceDetail>(`GET /knowledge/sources/${id}`)).json,
    findSources: (q, more = '') => find<KnowledgeSourceMatch>('/knowledge/sources', q, more),
    findFaqs: (q, more = '') => find<KnowledgeFaqMatch>('/knowledge/faqs', q, more),
    events: async () => {
      const query = 'type=knowledge_source.*&type=knowledge_faq.*&limit=100';
      const { json } = await call<Page<EventEnvelope>>(`GET /events?${query}`);
      return json.data.map(({ type, data }) => [type, ...data.changes].join(' '));
    },
  };
}
