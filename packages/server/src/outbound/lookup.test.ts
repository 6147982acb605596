import { describe, expect, test } from 'vitest';
import { createLookup, NameNotResolvedError } from './lookup.ts';

describe('a name with a dot', () => {
  test('is resolved by DNS for both address families, IPv4 first', async () => {
    const asked: string[] = [];
    const lookup = createLookup({
      dns: {
        resolve4: answering(asked, 'A', ['8.8.8.8']),
        resolve6: answering(asked, 'AAAA', ['2606:4700::1']),
      },
      system: unreachable,
    });
    expect(await lookup('hooks.example.com')).toEqual(['8.8.8.8', '2606:4700::1']);
    expect(asked).toEqual(['A hooks.example.com', 'AAAA hooks.example.com']);
  });

  test('has the addresses of one family when the other has none', async () => {
    for (const code of ['ENODATA', 'ENOTFOUND', 'ETIMEOUT', 'ESERVFAIL']) {
      const lookup = createLookup({
        dns: { resolve4: failing(code), resolve6: async () => ['2606:4700::1'] },
        system: unreachable,
      });
      expect(await lookup('hooks.example.com')).toEqual(['2606:4700::1']);
    }
  });

  test.each(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])(
    'is resolved by the operating system when DNS has no address: %s',
    async (code) => {
      const lookup = createLookup({
        dns: { resolve4: failing(code), resolve6: failing(code) },
        system: async () => [{ address: '10.0.0.7' }],
      });
      expect(await lookup('hosts-file.test')).toEqual(['10.0.0.7']);
    },
  );

  test.each(['ETIMEOUT', 'ESERVFAIL'])(
    'with slow or broken DNS uses no lookup of the operating system: %s',
    async (code) => {
      const lookup = createLookup({
        dns: { resolve4: failing(code), resolve6: failing('ENODATA') },
        system: async () => [{ address: '10.0.0.7' }],
      });
      await expect(lookup('slow.test')).rejects.toBeInstanceOf(NameNotResolvedError);
    },
  );
});

test('resolves a name without a dot by the operating system', async () => {
  const lookup = createLookup({
    dns: { resolve4: unreachable, resolve6: unreachable },
    system: async () => [{ address: '172.18.0.3' }, { address: 'fd00::3' }],
  });
  expect(await lookup('receiver')).toEqual(['172.18.0.3', 'fd00::3']);
});

test('a name unknown to the operating system does not resolve', async () => {
  const lookup = createLookup({ system: failing('EAI_AGAIN') });
  await expect(lookup('receiver')).rejects.toBeInstanceOf(NameNotResolvedError);
});

test('concurrent lookups of a name share a result; later ones start a new lookup', async () => {
  let asked = 0;
  const lookup = createLookup({
    system: async () => {
      asked += 1;
      return [{ address: `10.0.0.${asked}` }];
    },
  });
  expect(await Promise.all([lookup('receiver'), lookup('receiver')])).toEqual([
    ['10.0.0.1'],
    ['10.0.0.1'],
  ]);
  expect(await lookup('receiver')).toEqual(['10.0.0.2']);
});

test('at most two lookups of the operating system run at a time', async () => {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const lookup = createLookup({
    system: async (hostname) => {
      asked.push(hostname);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (hostname === 'b') throw new Error('no such name');
      return [{ address: '10.0.0.1' }];
    },
  });
  const answers = ['a', 'b', 'c', 'd'].map((name) =>
    lookup(name).then(
      () => `${name} is there`,
      () => `${name} is not`,
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(['a', 'b']);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(waiting.length).toBeLessThanOrEqual(2);
  }
  expect(await Promise.all(answers)).toEqual([
    'a is there',
    'b is not',
    'c is there',
    'd is there',
  ]);
});

function answering(asked: string[], kind: string, addresses: string[]) {
  return async (hostname: string) => {
    asked.push(`${kind} ${hostname}`);
    return addresses;
  };
}

function failing(code: string) {
  return async (): Promise<never> => {
    throw Object.assign(new Error(code), { code });
  };
}

async function unreachable(): Promise<never> {
  throw new Error('asked for what it must not be asked');
}
