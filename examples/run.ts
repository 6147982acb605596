// Runs an example in its own process, with its settings in the environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

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
  const tsx = ['--conditions=parley:source', '--import', 'tsx'];
  const child = run([...tsx, join('examples', name, file)], env);
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

/** A free port of this machine. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** Starts Node in the folder of the repository, with these settings and no others of Parley. */
export function run(args: string[], env: Record<string, string>): ChildProcess {
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('PARLEY_'));
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}
