// Runs an example in its own process, with its settings in the environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');

export interface Finished {
  code: number | null;
  /** The output of the example, and its errors if it failed. */
  lines: string[];
}

export async function runExample(
  name: string,
  env: Record<string, string>,
  file = 'index.ts',
): Promise<Finished> {
  const child = run(join('examples', name, file), [], env);
  let output = '';
  child.stdout?.on('data', (text: string) => {
    output += text;
  });
  child.stderr?.on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: output.trimEnd().split('\n') };
}

export interface Started {
  url: string;
  apiKey: string;
  /** All that it printed at its start. */
  printed: string;
}

/** The server of `npm start` on a free port and in a new folder. Its URL and key are read from its output. */
export async function startDemoServer(settings: Record<string, string> = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-example-'));
  const env = { PARLEY_PORT: '0', PARLEY_DATA_DIR: dataDir, PARLEY_LOG_LEVEL: 'error' };
  const child = run('packages/server/src/cli/main.ts', ['serve', '--demo'], {
    ...env,
    ...settings,
  });
  onTestFinished(async () => {
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await closed;
    rmSync(dataDir, { recursive: true });
  });
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the server ended:\n${printed}`)));
    child.stderr?.on('data', (text: string) => {
      printed += text;
    });
    child.stdout?.on('data', (text: string) => {
      printed += text;
      const url = /http:\/\/[\w.:]+/.exec(printed)?.[0];
      const apiKey = /\bprl_live_\w+/.exec(printed)?.[0];
      if (url && apiKey && printed.includes('/docs\n')) resolve({ url, apiKey, printed });
    });
  });
}

/** A free port of this machine. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

function run(script: string, args: string[], env: Record<string, string>): ChildProcess {
  const node = ['--conditions=parley:source', '--import', 'tsx', script, ...args];
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('PARLEY_'));
  const child = spawn(process.execPath, node, {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}
