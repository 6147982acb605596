import { parseCidr } from '@parley/contract/public-address';
import { describe, expect, onTestFinished, test } from 'vitest';
import { publicHosts, publicNames, refusedHosts, refusedNames } from '../../test/destinations.ts';
import { startPatientClock } from '../../test/patient-clock.ts';
import { receiver } from '../../test/receivers.ts';
import { readConfig } from '../config.ts';
import { checkDestination } from './destination.ts';
import { type Lookup, NameNotResolvedError } from './lookup.ts';
import { closeOutbound, createOutbound, type Outbound } from './outbound.ts';
import { fetchPolicy, type OutboundPolicy, webhookPolicy } from './policy.ts';
import { post } from './post.ts';

const notPublic = {
  code: 'SVC-RULE-VIOLATION',
  status: 422,
  details: { rule: 'webhook_url_not_public', field: 'url' },
  message:
    'The host of the URL must have a public IP address. The operator of the server can allow others with PARLEY_WEBHOOK_ALLOWED_CIDRS.',
};
const notAllowed = {
  delivered: false,
  statusCode: null,
  error: { code: 'address_not_allowed', message: 'The destination address is not allowed.' },
  responseSnippet: null,
};

const noHttps = {
  rule: 'webhook_url_https_required',
  message:
    'The URL must begin with https://. The operator of the server can allow http:// with PARLEY_WEBHOOK_ALLOW_HTTP.',
};
const noPort = {
  rule: 'webhook_url_port_not_allowed',
  message: 'The port of the URL must be 80, 443, or 1024 and above.',
};

test('the tables have enough rows', () => {
  expect(refusedHosts.length).toBeGreaterThanOrEqual(80);
  expect(new Set(refusedHosts.map(([, host]) => host)).size).toBe(refusedHosts.length);
});

describe('of hosts that are not public', () => {
  test.each(refusedHosts)('refuses to register or call %s, %s', async (_name, host) => {
    const way = open(onlyHttp, namesOf(refusedNames));
    const url = `http://${host}:8080/`;
    await expect(checkDestination(way, url)).rejects.toMatchObject(notPublic);
    expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject(notAllowed);
  });

  // These names resolve to the receiver if the guard allows it: only the guard prevents it.
  const ours = refusedHosts.filter(([name]) => /^loopback(?! on)(?!, not)|^localhost/.test(name));
  test.each(ours)('%s, %s, would reach this machine without the guard', async (_name, host) => {
    const { port, requests } = await countingReceiver();
    const url = `http://${host}:${port}/`;
    await post(open(onlyHttp), { url, headers: {}, body: '{}' });
    expect(requests()).toBe(0);
    const result = await post(open({ ...onlyHttp, allowPrivate: true }), {
      url,
      headers: {},
      body: '{}',
    });
    expect(result).toMatchObject({ delivered: true });
    expect(requests()).toBe(1);
  });
});

describe('of hosts that are public', () => {
  test.each(publicHosts)('accepts %s, %s', async (_name, host) => {
    const way = open(onlyHttp, namesOf(publicNames));
    await expect(checkDestination(way, `http://${host}/hooks`)).resolves.toBeUndefined();
  });
});

describe('a name', () => {
  test('that resolves to a private address at the attempt is refused', async () => {
    const { port, requests } = await countingReceiver();
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const way = open(onlyHttp, async () => answers.shift() ?? []);
    const url = `http://rebinding.test:${port}/`;
    await checkDestination(way, url);
    expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject(notAllowed);
    expect(requests()).toBe(0);
  });

  test('is resolved once per connection, which uses the checked address', async () => {
    const { port, requests } = await countingReceiver();
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let lookups = 0;
    const way = open(openTo('127.0.0.1'), async () => {
      lookups += 1;
      return answers.shift() ?? [];
    });
    const url = `http://rebinding.test:${port}/`;
    expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject({ delivered: true });
    expect([lookups, requests()]).toEqual([1, 1]);
  });

  test('with allowed and forbidden addresses is called at the allowed ones only', async () => {
    const open4 = await countingReceiver('127.0.0.1');
    const closed6 = await countingReceiver('::1', open4.port);
    const way = open(openTo('127.0.0.1'), async () => ['::1', '127.0.0.1', '10.0.0.1']);
    const url = `http://mixed.test:${open4.port}/`;
    await checkDestination(way, url);
    expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject({ delivered: true });
    expect([open4.requests(), closed6.requests()]).toEqual([1, 0]);
  });

  test('that does not resolve is accepted, because it may resolve later', async () => {
    const way = open(onlyHttp, async (hostname) => {
      throw new NameNotResolvedError(hostname);
    });
    await expect(checkDestination(way, 'http://later.test/')).resolves.toBeUndefined();
  });

  test('without a DNS response delays a registration by at most two seconds', async () => {
    const way = open(onlyHttp, () => new Promise(() => {}));
    const passedMs = startPatientClock();
    await expect(checkDestination(way, 'http://silent.test/')).resolves.toBeUndefined();
    expect(passedMs()).toBeLessThan(8_000);
  });
});

test('checks the remote address of the connection as well', async () => {
  const { port, requests } = await countingReceiver();
  let reads = 0;
  // Allows the first check, of the address, but not the second, of the peer.
  const policy: OutboundPolicy = {
    allowHttp: true,
    allowPrivate: false,
    get allowedCidrs() {
      reads += 1;
      return reads === 1 ? cidrs('127.0.0.1') : [];
    },
  };
  const url = `http://127.0.0.1:${port}/`;
  expect(await post(open(policy), { url, headers: {}, body: '{}' })).toMatchObject(notAllowed);
  expect([reads, requests()]).toEqual([2, 0]);
});

test('a redirect to a private address is not followed', async () => {
  const inside = await countingReceiver();
  const url = await receiver((_req, res) =>
    res.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const way = open({ ...onlyHttp, allowPrivate: true });
  expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject({
    delivered: false,
    statusCode: 307,
    error: { code: 'redirect' },
  });
  expect(inside.requests()).toBe(0);
});

describe('a URL', () => {
  test.each([
    ['http', 'http://8.8.8.8/', noHttps],
    ['a port of mail', 'https://8.8.8.8:25/', noPort],
    ['a port of SSH', 'https://8.8.8.8:22/', noPort],
    ['port 0', 'https://8.8.8.8:0/', noPort],
    ['port 1023', 'https://8.8.8.8:1023/', noPort],
  ])(
    'with %s is refused at registration and at the attempt, with the reason',
    async (_name, url, { rule, message }) => {
      const way = open(closed);
      await expect(checkDestination(way, url, 'to')).rejects.toMatchObject({
        code: 'SVC-RULE-VIOLATION',
        details: { rule, field: 'to' },
        message,
      });
      const error = { code: 'url_not_allowed', message };
      expect(await post(way, { url, headers: {}, body: '{}' })).toMatchObject({
        ...notAllowed,
        error,
      });
    },
  );

  test.each([
    'https://ann:secret@8.8.8.8/',
    'https://:secret@8.8.8.8/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'unix:/run/docker.sock',
    'hooks',
    '',
  ])('such as "%s" is refused', async (url) => {
    expect(await post(open(onlyHttp), { url, headers: {}, body: '{}' })).toMatchObject({
      ...notAllowed,
      error: { code: 'url_not_allowed' },
    });
  });

  test.each([
    'https://8.8.8.8/',
    'https://8.8.8.8:80/',
    'https://8.8.8.8:443/',
    'https://8.8.8.8:1024/',
    'https://8.8.8.8:65535/',
  ])('such as %s is accepted', async (url) => {
    await expect(checkDestination(open(closed), url)).resolves.toBeUndefined();
  });
});

describe('a setting', () => {
  const cases = [
    ['none', {}, []],
    ['PARLEY_WEBHOOK_ALLOW_HTTP', { PARLEY_WEBHOOK_ALLOW_HTTP: 'on' }, ['http']],
    [
      'PARLEY_WEBHOOK_ALLOW_PRIVATE',
      { PARLEY_WEBHOOK_ALLOW_PRIVATE: 'on' },
      ['loopback', 'private', 'unique local'],
    ],
    [
      'PARLEY_WEBHOOK_ALLOWED_CIDRS of a network',
      { PARLEY_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' },
      ['private'],
    ],
    [
      'PARLEY_WEBHOOK_ALLOWED_CIDRS of metadata',
      { PARLEY_WEBHOOK_ALLOWED_CIDRS: '169.254.169.254,fd00::/8' },
      ['unique local', 'metadata'],
    ],
    ['PARLEY_FETCH_ALLOWED_CIDRS', { PARLEY_FETCH_ALLOWED_CIDRS: '0.0.0.0/0,::/0' }, []],
  ] as const;
  const urls = {
    http: 'http://8.8.8.8/',
    loopback: 'https://127.0.0.1/',
    private: 'https://10.1.2.3/',
    'unique local': 'https://[fd00::1]/',
    metadata: 'https://169.254.169.254/',
    multicast: 'https://224.0.0.1/',
  };

  test.each(cases)('%s allows webhooks to exactly its ranges', async (_name, env, opened) => {
    const way = open(webhookPolicy(readConfig(env).config));
    const results = await Promise.all(
      Object.entries(urls).map(async ([name, url]) => {
        const isTaken = await checkDestination(way, url).then(
          () => true,
          () => false,
        );
        return isTaken ? [name] : [];
      }),
    );
    expect(results.flat()).toEqual(opened);
  });

  test('for webhooks does not apply to fetches, whose responses a tenant can read', async () => {
    const { port, requests } = await countingReceiver();
    const { config } = readConfig({
      PARLEY_WEBHOOK_ALLOW_PRIVATE: 'on',
      PARLEY_WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
    });
    const url = `http://127.0.0.1:${port}/`;
    const result = await post(open(fetchPolicy(config)), { url, headers: {}, body: '{}' });
    expect(result).toMatchObject(notAllowed);
    expect(requests()).toBe(0);
  });
});

const closed: OutboundPolicy = { allowHttp: false, allowPrivate: false, allowedCidrs: [] };
const onlyHttp: OutboundPolicy = { ...closed, allowHttp: true };

function openTo(...ranges: string[]): OutboundPolicy {
  return { ...onlyHttp, allowedCidrs: cidrs(...ranges) };
}

function cidrs(...ranges: string[]) {
  return ranges.flatMap((range) => parseCidr(range) ?? []);
}

function open(policy: OutboundPolicy, lookup: Lookup = namesOf({})): Outbound {
  const way = createOutbound(policy, { lookup });
  onTestFinished(() => closeOutbound(way));
  return way;
}

function namesOf(names: Readonly<Record<string, readonly string[]>>): Lookup {
  return async (hostname) => {
    const addresses = names[hostname] ?? names[hostname.replace(/\.$/, '')];
    if (!addresses) throw new NameNotResolvedError(hostname);
    return addresses;
  };
}

async function countingReceiver(host = '127.0.0.1', at = 0) {
  let count = 0;
  const url = await receiver(
    (_req, res) => {
      count += 1;
      res.end();
    },
    { host, port: at },
  );
  return { port: Number(new URL(url).port), requests: () => count };
}
