import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secret = Buffer.alloc(32, 'key 1').toString('base64');

test('the defaults are SQLite and 127.0.0.1:3000', () => {
  const { config, warnings } = readConfig({ PATH: '/bin' });
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: './data',
    rateLimit: 600,
  });
  expect([config.databaseUrl, config.trustProxy, warnings]).toEqual([undefined, false, []]);
});

test('the error lists every invalid setting with its value and the allowed values', () => {
  const read = () =>
    readConfig({
      PARLEY_PORT: '70000',
      PARLEY_LOG_LEVEL: 'loud',
      PARLEY_DATABASE_URL: 'postgres://localhost/x',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow("PARLEY_PORT must be a whole number from 0 to 65535, not '70000'");
  expect(read).toThrow(
    "PARLEY_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'",
  );
  for (const wrong of ['1.5', '-1', 'many']) {
    expect(() => readConfig({ PARLEY_PORT: wrong })).toThrow(`from 0 to 65535, not '${wrong}'`);
  }
  expect(() => readConfig({ PARLEY_DATABASE_URL: 'postgres://localhost/x' })).toThrow(
    /PARLEY_SECRET_KEY is required/,
  );
});

test.each([
  'postgres://parley:p/w@localhost/parley',
  'postgres://parley:p#w@localhost/parley',
  'postgres://parley:pw@db1:5432,db2:5432/parley',
])('the error about the URL %s names its host and its password', (url) => {
  expect(() => readConfig({ PARLEY_DATABASE_URL: url, PARLEY_SECRET_KEY: secret })).toThrow(
    /PARLEY_DATABASE_URL must be a URL .* and has one host; encode special characters of the password/,
  );
});

test('an empty value counts as absent; an unknown name is a warning, except those of the SDK', () => {
  const { config, warnings } = readConfig({
    PARLEY_PORT: '',
    PARLEY_PROT: '1',
    PARLEY_API_KEY: 'x',
  });
  expect(config.port).toBe(3000);
  expect(warnings).toEqual(['PARLEY_PROT is not a setting of Parley; it is ignored']);
  expect(() => readConfig({ PARLEY_PORT: '-1', PARLEY_PROT: '1' })).toThrow(
    /^Invalid configuration:\n {2}PARLEY_PORT .*\n {2}PARLEY_PROT is not a setting/,
  );
});

test('quotation marks around a value are refused for the data folder, and otherwise a warning', () => {
  for (const wrong of ['"/data"', "'/data'", ' /data', '/data\r', '   ', '~', '~/data']) {
    expect(() => readConfig({ PARLEY_DATA_DIR: wrong })).toThrow(
      'PARLEY_DATA_DIR must have no quotation marks or spaces around it, and must not begin with ~',
    );
  }
  const { config, warnings } = readConfig({
    PARLEY_DATA_DIR: '/my data/~x',
    PARLEY_WHATSAPP_APP_SECRET: '"abc"',
    PARLEY_SMTP_FROM: '"Parley" <parley@example.com>',
    PARLEY_SMTP_URL: 'smtp://mail.example.com',
    PARLEY_PUBLIC_URL: 'https://desk.example.com',
  });
  expect(config.dataDir).toBe('/my data/~x');
  expect(warnings).toEqual([
    'PARLEY_WHATSAPP_APP_SECRET has quotation marks around its value: remove them',
  ]);
});

test('an error does not show a URL with credentials', () => {
  const url = 's3://id:hidden@bucket';
  expect(() => readConfig({ PARLEY_MEDIA_STORE: url })).toThrow(/PARLEY_MEDIA_STORE must begin/);
  expect(() => readConfig({ PARLEY_MEDIA_STORE: url })).not.toThrow(/hidden/);
});

test('a setting that has no effect without another one is a warning', () => {
  const alone = {
    PARLEY_DATABASE_POOL: '20',
    PARLEY_EMBEDDINGS_KEY: 'sk-1',
    PARLEY_METRICS_HOST: '127.0.0.1',
  };
  expect(readConfig(alone).warnings).toEqual([
    'PARLEY_DATABASE_POOL has no effect without PARLEY_DATABASE_URL',
    'PARLEY_EMBEDDINGS_KEY has no effect without PARLEY_EMBEDDINGS_URL',
    'PARLEY_METRICS_HOST has no effect without PARLEY_METRICS_PORT',
  ]);
  const together = {
    ...alone,
    PARLEY_DATABASE_URL: 'postgres://localhost/parley',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 1').toString('base64'),
    PARLEY_EMBEDDINGS_URL: 'http://localhost:11434/v1/embeddings',
    PARLEY_EMBEDDINGS_MODEL: 'all-minilm',
    PARLEY_METRICS_PORT: '9090',
  };
  expect(readConfig(together).warnings).toEqual([]);
});

test('a key of S3 beside a store of files is a warning', () => {
  const keys = { PARLEY_MEDIA_ACCESS_KEY: 'key', PARLEY_MEDIA_SECRET_KEY: 'secret' };
  expect(readConfig({ ...keys, PARLEY_MEDIA_STORE: 'file:/var/media' }).warnings).toEqual([
    'PARLEY_MEDIA_ACCESS_KEY has no effect with a PARLEY_MEDIA_STORE of files',
    'PARLEY_MEDIA_SECRET_KEY has no effect with a PARLEY_MEDIA_STORE of files',
  ]);
  const store = 's3://bucket?endpoint=http://localhost:9000&region=eu';
  expect(readConfig({ ...keys, PARLEY_MEDIA_STORE: store }).warnings).toEqual([]);
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
])('an on/off setting accepts %j', (value, expected) => {
  const env = {
    PARLEY_WORKER: value,
    PARLEY_WEBHOOK_ALLOW_HTTP: value,
    PARLEY_WEBHOOK_ALLOW_PRIVATE: value,
    PARLEY_URL_SOURCES: value,
  };
  const { config, settings } = readConfig(env);
  const { worker, webhookAllowHttp, webhookAllowPrivate, urlSources } = config;
  expect([worker, webhookAllowHttp, webhookAllowPrivate, urlSources]).toEqual(
    Array.from({ length: 4 }, () => expected),
  );
  expect(Object.keys(env).map((name) => settings[name as keyof typeof env])).toEqual(
    Array.from({ length: 4 }, () => (expected ? 'on' : 'off')),
  );
});

test('an on/off setting refuses other values', () => {
  for (const wrong of ['yes', '2', 'enabled', ' on']) {
    expect(() => readConfig({ PARLEY_WORKER: wrong })).toThrow(
      /PARLEY_WORKER must be on or off, true or false, 1 or 0/,
    );
  }
});

test('a secret of equal bytes is refused, except as the previous one', () => {
  const zeros = Buffer.alloc(32).toString('base64');
  expect(() => readConfig({ PARLEY_SECRET_KEY: zeros })).toThrow(
    /PARLEY_SECRET_KEY must not be 32 equal bytes, .*: set PARLEY_SECRET_KEY to a random key; if secrets are stored/,
  );
  const keys = { PARLEY_SECRET_KEY: secret, PARLEY_SECRET_KEY_PREVIOUS: zeros };
  expect(readConfig(keys).config.previousSecretKey).toEqual(new Uint8Array(32));
});

test('a secret that is not 32 bytes is refused, and not shown', () => {
  const read = () => readConfig({ PARLEY_SECRET_KEY: 'secret-abc' });
  expect(read).toThrow(/PARLEY_SECRET_KEY must be 32 bytes/);
  expect(read).not.toThrow(/secret-abc/);
  expect(readConfig({ PARLEY_SECRET_KEY: secret }).config.secretKey).toHaveLength(32);
});

test('a previous secret that is the same as the present one is a warning', () => {
  const other = Buffer.alloc(32, 'key 9').toString('base64');
  const warningsOf = (previous: string) =>
    readConfig({ PARLEY_SECRET_KEY: secret, PARLEY_SECRET_KEY_PREVIOUS: previous }).warnings;
  expect(warningsOf(secret)).toEqual([
    expect.stringMatching(/^PARLEY_SECRET_KEY_PREVIOUS has no effect, because it is the same key/),
  ]);
  expect(warningsOf(other)).toEqual([]);
});

test('a password of Postgres with characters that end the host of a URL is refused', () => {
  const read = (databaseUrl: string) =>
    readConfig({ PARLEY_DATABASE_URL: databaseUrl, PARLEY_SECRET_KEY: secret }).config.databaseUrl;
  for (const password of [
    'hush#',
    'hu@sh#1',
    'p@hush/1',
    'p@hush?1',
    '12/hush',
    '12?hush',
    '12?a=hush',
    '1/2?hush',
    '12#hush',
    'hu/sh',
  ]) {
    const url = `postgres://ann:${password}@db.example.com:5432/parley`;
    expect(() => read(url), password).toThrow(
      /^Invalid configuration:\n {2}PARLEY_DATABASE_URL must .*of the password: %23 for #.*$/,
    );
    expect(() => read(url)).not.toThrow(/hush/);
    const encoded = `postgres://ann:${encodeURIComponent(password)}@db.example.com:5432/parley`;
    expect(read(encoded)).toBe(encoded);
  }
  for (const url of [
    'postgres://ann:hu@sh@db.example.com/parley',
    'postgres://db.example.com/parley?user=ann@azure&password=hush',
    'postgres://db.example.com?user=ann@azure',
    'postgres://ann:hush@db.example.com?application_name=shop@home',
    'postgres:///parley?host=/run/postgresql&user=ann@azure',
    'postgres://ann:hush@db.example.com/p?sslrootcert=/etc/a@b.pem',
  ]) {
    expect(read(url)).toBe(url);
  }
});

test.each([
  ['replication=database', 'must not have the parameter replication'],
  ['hostaddr=10.0.0.1', 'must not have the parameter hostaddr'],
  ['sslmode=require&dbname=other', 'must not have the parameter dbname'],
  ['host=db1,db2', 'must name one host in its parameter host'],
  ['port=abc', 'must have a number from 1 to 65535 in its parameter port'],
  ['port=5432,5433', 'must have a number from 1 to 65535 in its parameter port'],
  ['port=99999', 'must have a number from 1 to 65535 in its parameter port'],
  ['port=5432&port=5433', 'must not have the parameter port twice'],
  ['host=db1&sslmode=require&host=db2', 'must not have the parameter host twice'],
  ['sslmode=no-verify&sslrootcert=system', 'must have sslmode=verify-full with'],
])('a URL of Postgres with ?%s is refused at the start', (parameters, problem) => {
  const url = `postgres://ann:hush@db.example.com/parley?${parameters}`;
  const read = () => readConfig({ PARLEY_DATABASE_URL: url, PARLEY_SECRET_KEY: secret });
  expect(read).toThrow(`Invalid configuration:\n  PARLEY_DATABASE_URL ${problem}`);
  expect(read).not.toThrow(/hush/);
});

test('the shown URL of Postgres contains no password, also not as a parameter', () => {
  const url = 'postgres://ann:hush@db/parley?sslrootcert=/ca.pem&password=hush';
  const { settings } = readConfig({ PARLEY_DATABASE_URL: url, PARLEY_SECRET_KEY: secret });
  expect(settings).toMatchObject({
    PARLEY_DATABASE_URL: 'postgres://ann:***@db/parley?sslrootcert=%2Fca.pem&password=***',
  });
});

test('PARLEY_TRUST_PROXY accepts a number of hops or a list of addresses', () => {
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

test('by default webhooks and fetches reach only public addresses, and webhooks only https', () => {
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

test('address ranges are separated by commas, and the error names an invalid one', () => {
  const { config, settings } = readConfig({ PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, ::1' });
  expect(config.webhookAllowedCidrs.map(({ text }) => text)).toEqual(['10.0.0.0/8', '::1']);
  expect(config.fetchAllowedCidrs).toEqual([]);
  expect(settings).toMatchObject({
    PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8,::1',
    PARLEY_FETCH_ALLOWED_CIDRS: 'not set',
  });
  const read = () =>
    readConfig({
      PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8,intranet',
      PARLEY_FETCH_ALLOWED_CIDRS: '10.0.0.0/33',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(
    /PARLEY_WEBHOOK_ALLOWED_CIDRS must be .*'intranet' is neither[\s\S]*PARLEY_FETCH_ALLOWED_CIDRS must be .*'10\.0\.0\.0\/33' is neither/,
  );
});

test('`doctor` shows the value of every setting, including defaults', () => {
  const { settings } = readConfig({ PARLEY_DATABASE_POOL: '7' });
  expect(settings).toMatchObject({
    PARLEY_DATABASE_POOL: '7',
    PARLEY_FAILED_AUTH_LIMIT: '60',
    PARLEY_SANDBOX_DELAY_MS: '300',
    PARLEY_AUDIT_DAYS: '365',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_EVENT_RETENTION_DAYS: '30',
    PARLEY_WEBHOOK_ALLOW_HTTP: 'off',
    PARLEY_WEBHOOK_ALLOW_PRIVATE: 'off',
  });
});

test('the shown settings contain no secret', () => {
  const secrets = [
    'PARLEY_MEDIA_ACCESS_KEY',
    'PARLEY_MEDIA_SECRET_KEY',
    'PARLEY_OIDC_CLIENT_SECRET',
    ...['WHATSAPP', 'INSTAGRAM', 'TIKTOK'].map((network) => `PARLEY_${network}_APP_SECRET`),
    ...['WHATSAPP', 'INSTAGRAM'].map((network) => `PARLEY_${network}_VERIFY_TOKEN`),
    'PARLEY_EMBEDDINGS_KEY',
  ];
  const { settings } = readConfig({
    ...Object.fromEntries(secrets.map((name) => [name, 'hunter2'])),
    PARLEY_SECRET_KEY: secret,
    PARLEY_SECRET_KEY_PREVIOUS: secret,
    PARLEY_TIKTOK_APP_SECRET_PREVIOUS: 'hunter2',
    PARLEY_DATABASE_URL: 'postgres://ann:hunter2@localhost/x',
    PARLEY_SMTP_URL: 'smtp://ann:hunter2@localhost',
    PARLEY_SMTP_FROM: 'parley@example.com',
    PARLEY_PUBLIC_URL: 'https://desk.example.com',
  });
  expect(settings).toMatchObject(Object.fromEntries(secrets.map((name) => [name, 'set'])));
  const text = JSON.stringify(settings);
  expect(text).not.toContain(secret);
  expect(text).not.toContain('hunter2');
  expect(text).toContain('ann:***@localhost');
});

test('`doctor` shows a previous secret as such, also without a present one', () => {
  const { settings } = readConfig({ PARLEY_TIKTOK_APP_SECRET_PREVIOUS: 'old' });
  expect(settings.PARLEY_TIKTOK_APP_SECRET).toBe('not set');
  expect(settings.PARLEY_TIKTOK_APP_SECRET_PREVIOUS).toBe('set');
});

test('embeddings need both a URL and a model', () => {
  const url = 'http://localhost:11434/v1';
  expect(readConfig({}).config.embeddings).toBeUndefined();
  const { config, settings } = readConfig({
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
  expect(settings).toMatchObject({ PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_KEY: 'set' });
  const keyed = { PARLEY_EMBEDDINGS_URL: `${url}?key=sk-secret`, PARLEY_EMBEDDINGS_MODEL: 'm' };
  expect(readConfig(keyed).settings.PARLEY_EMBEDDINGS_URL).toBe(`${url}?…`);
  for (const [wrong, error] of [
    [{ PARLEY_EMBEDDINGS_URL: url }, /PARLEY_EMBEDDINGS_MODEL is missing/],
    [{ PARLEY_EMBEDDINGS_MODEL: 'all-minilm' }, /PARLEY_EMBEDDINGS_URL is missing/],
    [
      { PARLEY_EMBEDDINGS_URL: 'localhost:11434' },
      /PARLEY_EMBEDDINGS_URL must be a URL that begins/,
    ],
    [
      { PARLEY_EMBEDDINGS_URL: 'http://me:sk-secret@localhost/v1' },
      /must not contain a user or a password/,
    ],
    [{ PARLEY_EMBEDDINGS_KEY: 'two words' }, /PARLEY_EMBEDDINGS_KEY must be printable/],
    [{ PARLEY_EMBEDDINGS_TIMEOUT_MS: '10' }, /PARLEY_EMBEDDINGS_TIMEOUT_MS/],
  ] as const) {
    expect(() => readConfig(wrong), JSON.stringify(wrong)).toThrow(error);
    expect(() => readConfig(wrong)).not.toThrow(/sk-secret/);
  }
});

test('several processes serve Postgres, and one serves SQLite', () => {
  const postgres = {
    PARLEY_DATABASE_URL: 'postgres://localhost/x',
    PARLEY_SECRET_KEY: secret,
  };
  const processesOf = (env: Record<string, string>) => readConfig(env).config.processes;
  expect(processesOf({})).toBe(1);
  expect(processesOf(postgres)).toBe(1);
  expect(processesOf({ ...postgres, PARLEY_PROCESSES: '4' })).toBe(4);
  expect(processesOf({ ...postgres, PARLEY_PROCESSES: 'auto' })).toBe(availableParallelism());
  expect(processesOf({ PARLEY_PROCESSES: 'auto' })).toBe(1);
  expect(() => processesOf({ PARLEY_PROCESSES: '4' })).toThrow(
    "PARLEY_PROCESSES must be 1 or auto without PARLEY_DATABASE_URL, because one process serves SQLite, not '4'",
  );
  for (const wrong of ['0', '65', '1.5', 'many', '-1']) {
    expect(() => processesOf({ ...postgres, PARLEY_PROCESSES: wrong }), wrong).toThrow(
      /PARLEY_PROCESSES must be auto, or a whole number from 1 to 64/,
    );
  }
});

test('a mail server needs a sender and a public URL, and its password is shown nowhere', () => {
  const url = 'smtp://parley:s%40fe@mail.example.com';
  const read = (more: Record<string, string>) => readConfig({ PARLEY_SMTP_URL: url, ...more });
  expect(() => read({ PARLEY_SMTP_FROM: 'a@b\r\nBcc: c@d' })).toThrow(
    /PARLEY_SMTP_FROM must be an email address/,
  );
  expect(() => read({})).toThrow(/PARLEY_PUBLIC_URL is required with PARLEY_SMTP_URL/);
  const others = {
    PARLEY_SMTP_FROM: 'Padaria Aurora <parley@example.com>',
    PARLEY_PUBLIC_URL: 'https://desk.example.com/',
  };
  const { config, settings } = read(others);
  expect(config.mail).toEqual({
    url,
    host: 'mail.example.com',
    port: 587,
    isTls: false,
    requiresTls: true,
    auth: { user: 'parley', pass: 's@fe' },
    from: { name: 'Padaria Aurora', address: 'parley@example.com' },
    consoleUrl: 'https://desk.example.com',
  });
  expect([settings.PARLEY_SMTP_URL, settings.PARLEY_SMTP_FROM]).toEqual([
    'smtp://parley:***@mail.example.com',
    'Padaria Aurora <parley@example.com>',
  ]);
  const mailOf = (PARLEY_SMTP_URL: string) => read({ PARLEY_SMTP_URL, ...others }).config.mail;
  expect(mailOf('smtps://[2001:db8::1]')).toMatchObject({
    host: '2001:db8::1',
    port: 465,
    isTls: true,
    requiresTls: false,
    auth: undefined,
  });
  expect(mailOf('smtp://mail:25?starttls=optional')).toMatchObject({ requiresTls: false });
  expect(mailOf('smtp://127.0.0.1:1025')).toMatchObject({ port: 1025, requiresTls: false });
  for (const wrong of ['http://mail', 'mail.example.com', 'smtp://mail?tls=off']) {
    expect(() => mailOf(wrong), wrong).toThrow(/PARLEY_SMTP_URL/);
  }
});

test('a public URL has no part that a link cannot begin with', () => {
  for (const part of [
    'me:hunter2@desk.example.com',
    'desk.example.com/?a=1',
    'desk.example.com/#a',
  ]) {
    const read = () => readConfig({ PARLEY_PUBLIC_URL: `https://${part}` });
    expect(read, part).toThrow(/PARLEY_PUBLIC_URL must not contain a user, a password, a query/);
    expect(read).not.toThrow(/hunter2/);
  }
});

test('a public URL with a path gets a warning', () => {
  const warningsOf = (url: string) => readConfig({ PARLEY_PUBLIC_URL: url }).warnings;
  expect(warningsOf('https://example.com/')).toEqual([]);
  expect(warningsOf('https://example.com/desk/')).toEqual([
    'PARLEY_PUBLIC_URL has a path: give the console and the documentation a host of their own',
  ]);
});

test.each(['PARLEY_EMBEDDINGS_URL', 'PARLEY_WHATSAPP_API_URL', 'PARLEY_PUBLIC_URL'])(
  '%s that is no URL is reported as an invalid setting',
  (name) => {
    expect(() => readConfig({ [name]: 'hosted' })).toThrow(`${name} must be`);
  },
);

test('a single sign-on needs a client and a public URL, and its issuer https', () => {
  const given = {
    PARLEY_OIDC_ISSUER: 'https://login.example.com/realms/desk',
    PARLEY_OIDC_CLIENT_ID: 'parley',
    PARLEY_OIDC_CLIENT_SECRET: 'hidden',
    PARLEY_OIDC_ALLOWED_DOMAINS: 'Example.com, example.org',
    PARLEY_PUBLIC_URL: 'https://desk.example.com/',
  };
  const { config, settings } = readConfig(given);
  expect(config.sso).toEqual({
    issuer: 'https://login.example.com/realms/desk',
    clientId: 'parley',
    clientSecret: 'hidden',
    domains: ['example.com', 'example.org'],
    redirectUrl: 'https://desk.example.com/sign-in/callback',
  });
  expect(JSON.stringify(settings)).not.toContain('hidden');
  const issuer = 'http://login.example.com';
  for (const [name, value] of Object.entries({
    PARLEY_OIDC_ISSUER: issuer,
    PARLEY_OIDC_CLIENT_ID: '',
    PARLEY_OIDC_CLIENT_SECRET: '',
    PARLEY_OIDC_ALLOWED_DOMAINS: 'example.com,@example.org',
    PARLEY_PUBLIC_URL: '',
  })) {
    expect(() => readConfig({ ...given, [name]: value }), name).toThrow(name);
  }
  expect(readConfig({}).config.sso).toBeUndefined();
});
