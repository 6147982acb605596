import { expect, test } from 'vitest';
import { ConfigError, describeConfig, readConfig } from './config.ts';

const secret = Buffer.alloc(32, 1).toString('base64');

test('an empty environment is a server on SQLite at 127.0.0.1:3000', () => {
  const { config, warnings } = readConfig({ PATH: '/bin' });
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: './data',
    rateLimit: 600,
  });
  expect([config.databaseUrl, config.trustProxy, warnings]).toEqual([undefined, false, []]);
});

test('every mistake is told at once, each with its name', () => {
  const read = () =>
    readConfig({
      PARLEY_PORT: '70000',
      PARLEY_LOG_LEVEL: 'loud',
      PARLEY_DATABASE_URL: 'postgres://localhost/x',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PARLEY_PORT[\s\S]*PARLEY_LOG_LEVEL/);
  expect(() => readConfig({ PARLEY_DATABASE_URL: 'postgres://localhost/x' })).toThrow(
    /PARLEY_SECRET_KEY is required/,
  );
});

test('an empty value counts as absent, an unknown name is mentioned, the SDK’s are known', () => {
  const { config, warnings } = readConfig({
    PARLEY_PORT: '',
    PARLEY_PROT: '1',
    PARLEY_API_KEY: 'x',
  });
  expect(config.port).toBe(3000);
  expect(warnings).toEqual(['PARLEY_PROT is not a setting of Parley']);
});

test.each([
  ['on', true],
  ['true', true],
  ['1', true],
  ['TRUE', true],
  ['off', false],
  ['false', false],
  ['0', false],
  ['Off', false],
])('a setting that is on or off may be %j', (value, expected) => {
  const env = {
    PARLEY_WORKER: value,
    PARLEY_WEBHOOK_ALLOW_HTTP: value,
    PARLEY_WEBHOOK_ALLOW_PRIVATE: value,
    PARLEY_URL_SOURCES: value,
  };
  const { config } = readConfig(env);
  const { worker, webhookAllowHttp, webhookAllowPrivate, urlSources } = config;
  expect([worker, webhookAllowHttp, webhookAllowPrivate, urlSources]).toEqual(
    Array.from({ length: 4 }, () => expected),
  );
  const shown = describeConfig(config);
  expect(Object.keys(env).map((name) => shown[name as keyof typeof env])).toEqual(
    Array.from({ length: 4 }, () => (expected ? 'on' : 'off')),
  );
});

test('a setting that is on or off is nothing else', () => {
  for (const wrong of ['yes', '2', 'enabled', ' on']) {
    expect(() => readConfig({ PARLEY_WORKER: wrong })).toThrow(
      /PARLEY_WORKER must be on or off, true or false, 1 or 0/,
    );
  }
});

test('a secret that is not 32 bytes is refused', () => {
  expect(() => readConfig({ PARLEY_SECRET_KEY: 'abc' })).toThrow(/32 bytes/);
  expect(readConfig({ PARLEY_SECRET_KEY: secret }).config.secretKey).toHaveLength(32);
});

test('trusted proxies are a number of hops or addresses', () => {
  expect(readConfig({ PARLEY_TRUST_PROXY: '2' }).config.trustProxy).toBe(2);
  expect(readConfig({ PARLEY_TRUST_PROXY: '10.0.0.0/8' }).config.trustProxy).toBe('10.0.0.0/8');
  expect(readConfig({ PARLEY_TRUST_PROXY: 'loopback, fd00::/8' }).config.trustProxy).toBe(
    'loopback, fd00::/8',
  );
  for (const wrong of [
    'true',
    'abc',
    '10.0.0.0/33',
    '10.0.0.0/',
    '::/0',
    '::/129',
    '1.2.3.4,',
    ',',
  ]) {
    expect(() => readConfig({ PARLEY_TRUST_PROXY: wrong }), wrong).toThrow(ConfigError);
  }
});

test('nothing but public addresses and https is open to webhooks and fetches unless it is said', () => {
  expect(readConfig({}).config).toMatchObject({
    webhookAllowHttp: false,
    webhookAllowPrivate: false,
    webhookAllowedCidrs: [],
    fetchAllowedCidrs: [],
    urlSources: false,
    eventRetentionDays: 30,
  });
  expect(readConfig({ PARLEY_URL_SOURCES: 'on' }).config.urlSources).toBe(true);
});

test('ranges of addresses are a list, and a wrong one is named', () => {
  const { config } = readConfig({ PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, ::1' });
  expect(config.webhookAllowedCidrs.map(({ text }) => text)).toEqual(['10.0.0.0/8', '::1']);
  expect(config.fetchAllowedCidrs).toEqual([]);
  expect(describeConfig(config)).toMatchObject({
    PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8,::1',
    PARLEY_FETCH_ALLOWED_CIDRS: 'none',
  });
  const read = () =>
    readConfig({
      PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8,intranet',
      PARLEY_FETCH_ALLOWED_CIDRS: '10.0.0.0/33',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(
    /PARLEY_WEBHOOK_ALLOWED_CIDRS holds 'intranet'[\s\S]*PARLEY_FETCH_ALLOWED_CIDRS holds '10\.0\.0\.0\/33'/,
  );
});

test('the doctor tells the settings that hold, also those that nobody has set', () => {
  const { config } = readConfig({ PARLEY_DATABASE_POOL: '7' });
  expect(describeConfig(config)).toMatchObject({
    PARLEY_DATABASE_POOL: '7',
    PARLEY_FAILED_AUTH_LIMIT: '60',
    PARLEY_SANDBOX_DELAY_MS: '300',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_EVENT_RETENTION_DAYS: '30',
    PARLEY_WEBHOOK_ALLOW_HTTP: 'off',
    PARLEY_WEBHOOK_ALLOW_PRIVATE: 'off',
  });
});

test('a description of the settings holds no secret', () => {
  const { config } = readConfig({
    PARLEY_SECRET_KEY: secret,
    PARLEY_DATABASE_URL: 'postgres://ann:hunter2@localhost/x',
  });
  const text = JSON.stringify(describeConfig(config));
  expect(text).not.toContain(secret);
  expect(text).not.toContain('hunter2');
  expect(text).toContain('ann:***@localhost');
});

test('embeddings are off until their URL and model are given, and neither without the other', () => {
  const url = 'http://localhost:11434/v1';
  expect(readConfig({}).config.embeddings).toBeUndefined();
  const { config } = readConfig({
    PARLEY_EMBEDDINGS_URL: url,
    PARLEY_EMBEDDINGS_MODEL: 'all-minilm',
    PARLEY_EMBEDDINGS_KEY: 'sk-secret',
  });
  expect(config.embeddings).toEqual({
    url,
    model: 'all-minilm',
    key: 'sk-secret',
    timeoutMs: 1_000,
  });
  expect(describeConfig(config)).toMatchObject({
    PARLEY_EMBEDDINGS_URL: url,
    PARLEY_EMBEDDINGS_KEY: 'set',
  });
  const keyed = { url: `${url}?key=sk-secret`, model: 'm', key: undefined, timeoutMs: 1 };
  const told = describeConfig({ ...config, embeddings: keyed });
  expect(JSON.stringify(told)).not.toContain('sk-secret');
  for (const [wrong, told] of [
    [{ PARLEY_EMBEDDINGS_URL: url }, /PARLEY_EMBEDDINGS_MODEL is missing/],
    [{ PARLEY_EMBEDDINGS_MODEL: 'all-minilm' }, /PARLEY_EMBEDDINGS_URL is missing/],
    [{ PARLEY_EMBEDDINGS_URL: 'localhost:11434' }, /PARLEY_EMBEDDINGS_URL must begin/],
    [{ PARLEY_EMBEDDINGS_URL: 'http://me:sk-secret@localhost/v1' }, /no user and no password/],
    [{ PARLEY_EMBEDDINGS_KEY: 'two words' }, /PARLEY_EMBEDDINGS_KEY must be printable/],
    [{ PARLEY_EMBEDDINGS_TIMEOUT_MS: '10' }, /PARLEY_EMBEDDINGS_TIMEOUT_MS/],
  ] as const) {
    expect(() => readConfig(wrong), JSON.stringify(wrong)).toThrow(told);
    expect(() => readConfig(wrong)).not.toThrow(/sk-secret/);
  }
});
