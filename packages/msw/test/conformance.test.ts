import { describeConformance, type Target } from '@parley/conformance';
import { eventEnvelope } from '@parley/contract';
import { createMock, type MockTenant } from '../src/index.ts';

describeConformance('mocks', startMock);

/** Far more than the suite sends. */
const ample = { limit: 1_000_000, windowSeconds: 60 };

async function startMock(): Promise<Target> {
  const mock = createMock({ seed: 1 });
  const { url, close } = await mock.listen();
  const tenants: MockTenant[] = [];
  let isPaused = false;

  const stranger = mock.tenant();
  await stranger[Symbol.asyncDispose]();

  return {
    baseUrl: url,
    createTenant: async ({ quota } = {}) => {
      const tenant = mock.tenant();
      tenants.push(tenant);
      tenant.limit(quota ?? ample);
      if (isPaused) tenant.sandbox.pause();
      return {
        tenantId: tenant.tenantId,
        apiKeyId: tenant.apiKeyId,
        apiKey: tenant.apiKey,
        createKey: async (options = {}) => {
          const [key] = tenant.seed.apiKeys(1, { quota: ample, ...options });
          if (!key) throw new Error('no key was made');
          return { id: key.id, apiKey: key.value };
        },
        createUser: async (name = 'Ana') => tenant.seed.users(1, { name })[0]?.id ?? '',
        recordedEvents: async () =>
          tenant.webhooks.recorded.map((event) => eventEnvelope.parse(event)),
        suspend: async () => void tenant.seed.tenant({ status: 'suspended' }),
      };
    },
    unknownKey: () => stranger.apiKey,
    settle: async () => {
      for (const tenant of tenants) tenant.clock.advance(0);
    },
    pause: async () => {
      isPaused = true;
      for (const tenant of tenants) tenant.sandbox.pause();
    },
    resume: async () => {
      isPaused = false;
      for (const tenant of tenants) tenant.sandbox.resume();
    },
    advance: async (ms) => {
      for (const tenant of tenants) tenant.clock.advance(ms);
    },
    close,
  };
}
