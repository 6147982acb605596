import {
  describeConformance,
  type Receive,
  type Target,
  type TestTenant,
} from '@parley/conformance';
import { createMock, type MockTenant } from '../src/index.ts';

describeConformance('mocks', startMock);

const patient = { timeoutMs: 15_000 };

async function startMock(): Promise<Target> {
  const mock = createMock({ seed: 1, webhooks: { allowHttp: true } });
  const { url, close } = await mock.listen();
  const tenants: MockTenant[] = [];
  const receivers = new Map<string, (request: Request) => Promise<Response>>();
  const failures: unknown[] = [];
  let isPaused = false;
  let passedMs = 0;

  const stranger = mock.tenant();
  await stranger[Symbol.asyncDispose]();

  return {
    baseUrl: url,
    createTenant: async ({ quota } = {}) => {
      const tenant = mock.tenant();
      tenants.push(tenant);
      if (quota) tenant.limit(quota);
      tenant.clock.advance(passedMs);
      for (const [receiverUrl, receiver] of receivers)
        tenant.webhooks.receive(receiverUrl, receiver);
      if (isPaused) tenant.sandbox.pause();
      return testTenant(tenant);
    },
    async ownTenant({ secret }) {
      const tenant = testTenant(mock.tenant(secret));
      const { id, apiKey } = await tenant.createKey();
      return { ...tenant, apiKeyId: id, apiKey };
    },
    unknownKey: () => stranger.apiKey,
    startReceiver: async (receive) => {
      const receiverUrl = `https://receiver-${receivers.size + 1}.example.com/webhooks`;
      const receiver = (request: Request) => answerOf(receive, request);
      receivers.set(receiverUrl, receiver);
      for (const tenant of tenants) tenant.webhooks.receive(receiverUrl, receiver, patient);
      return { url: receiverUrl, close: async () => {} };
    },
    settle: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      // Not awaited: a receiver may be slow, and the suite asks again.
      for (const tenant of tenants) {
        tenant.webhooks.settle().catch((error: unknown) => failures.push(error));
      }
    },
    pause: async () => {
      isPaused = true;
      for (const tenant of tenants) tenant.sandbox.pause();
    },
    resume: async () => {
      isPaused = false;
      for (const tenant of tenants) tenant.sandbox.resume();
    },
    now: () => new Date(Date.now() + passedMs),
    advance: async (ms) => {
      passedMs += ms;
      for (const tenant of tenants) tenant.clock.advance(ms);
    },
    close,
  };
}

async function answerOf(receive: Receive, request: Request): Promise<Response> {
  const headers = Object.fromEntries(request.headers);
  const rawBody = await request.text();
  const {
    status = 200,
    body,
    ...answer
  } = await receive({ method: request.method, headers, rawBody });
  return new Response(body ?? null, { status, headers: { ...answer.headers } });
}

function testTenant(tenant: MockTenant): TestTenant {
  return {
    tenantId: tenant.tenantId,
    apiKeyId: tenant.apiKeyId,
    apiKey: tenant.apiKey,
    createKey: async (options = {}) => {
      const [key] = tenant.seed.apiKeys(1, options);
      if (!key) throw new Error('no key was made');
      return { id: key.id, apiKey: key.value };
    },
    createUser: async (name = 'Ana') => tenant.seed.users(1, { name })[0]?.id ?? '',
    createInactiveUser: async () => tenant.seed.users(1, { active: false })[0]?.id ?? '',
    failInbound: async (channelId, { from, text }) => {
      const message = { type: 'text', from, text } as const;
      return tenant.seed.inboundFailures(1, { channelId, message })[0]?.id ?? '';
    },
    makeAgency: async () => void tenant.seed.tenant({ kind: 'agency' }),
    suspend: async () => void tenant.seed.tenant({ status: 'suspended' }),
    resume: async () => void tenant.seed.tenant({ status: 'active' }),
  };
}
