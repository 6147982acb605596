import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshPlace, type Place, targets } from '../../test/databases.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('main.ts', import.meta.url));
const node = ['--conditions=parley:source', '--import', 'tsx', command];

describe.each(targets)('the command on %s', (target) => {
  test('a demo starts once, serves what it prints, drains on SIGTERM and keeps its data', async () => {
    const place = await freshPlace(target);
    const first = await serve(place, '--demo');
    const [, url = ''] = /listening on (\S+)/.exec(first.output()) ?? [];
    const [apiKey = ''] = /prl_live_\w+/.exec(first.output()) ?? [];
    const [body = ''] = /\{"channelId.*\}/.exec(first.output()) ?? [];
    const sent = await fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
    });
    expect(sent.status).toBe(202);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await serve(place, '--demo');
    expect(second.output()).toContain('as you left it');
    expect(second.output()).not.toContain('prl_live_');
    const [, urlAgain = ''] = /listening on (\S+)/.exec(second.output()) ?? [];
    const list = await fetch(`${urlAgain}/api/v1/messages`, { headers: { 'x-api-key': apiKey } });
    expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1);
    expect(await second.stop()).toBe(0);
  }, 30_000);

  test('keys are made, listed and revoked; the key itself is shown once', async () => {
    const place = await freshPlace(target);
    await parley(place, 'tenants', 'create', 'Acme');
    const made = await parley(place, 'keys', 'create', 'CI', '--limit', '5');
    const [secret = ''] = /^prl_live_\w+/.exec(made) ?? [];
    const [id = ''] = /key_\w+/.exec(made) ?? [];
    const listed = await parley(place, 'keys', 'list', '--tenant', 'Acme');
    expect(listed).toContain(`${id}  prl_live_…${secret.slice(-4)}  active  CI`);
    expect(listed).not.toContain(secret);
    expect(await parley(place, 'keys', 'revoke', id)).toContain('revoked');
    expect(await parley(place, 'users', 'create', 'Ann@Example.com', 'Ann')).toContain(
      'ann@example.com',
    );
  }, 30_000);
});

test('the doctor finds nothing to mend in a new directory', async () => {
  const place = await freshPlace('SQLite');
  await parley(place, 'migrate', 'up');
  const { ok, settings } = JSON.parse(await parley(place, 'doctor', '--json')) as {
    ok: boolean;
    settings: Record<string, string>;
  };
  expect([ok, settings['PARLEY_SECRET_KEY']]).toEqual([true, 'set']);
}, 30_000);

test('a second server on the same SQLite directory is refused, and told what to do', async () => {
  const place = await freshPlace('SQLite');
  const first = await serve(place);
  await expect(parley(place, 'serve')).rejects.toThrow(/Another `parley serve`/);
  await first.stop();
}, 30_000);

test('a demo is refused on a Postgres with real tenants', async () => {
  const place = await freshPlace('Postgres');
  await parley(place, 'tenants', 'create', 'Acme');
  await expect(parley(place, 'serve', '--demo')).rejects.toThrow(/not for demonstration/);
}, 30_000);

test('a wrong environment is told in full, without a stack', async () => {
  const place = await freshPlace('SQLite');
  const wrong = run(process.execPath, [...node, 'serve'], {
    env: { ...environment(place), PARLEY_PORT: 'x', PARLEY_LOG_LEVEL: 'y' },
  });
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The environment is not usable:\n {2}PARLEY_PORT .*\n {2}PARLEY_LOG_LEVEL .*\n$/,
    ),
  });
}, 30_000);

function environment({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PARLEY_PORT: '0',
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl ?? '',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
}

async function parley(place: Place, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...node, ...words], { env: environment(place) });
  return stdout;
}

async function serve(place: Place, ...words: string[]) {
  const child: ChildProcess = spawn(process.execPath, [...node, 'serve', ...words], {
    env: environment(place),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      const last = words.includes('--demo') ? /(\/docs|<name>)\n/ : /listening on .*\n/;
      if (last.test(output)) resolve();
    });
  });
  return {
    output: () => output,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      return code as number | null;
    },
  };
}
