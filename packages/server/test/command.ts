import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { Place } from './databases.ts';

const root = join(import.meta.dirname, '..');
/** The Node that runs the command. `SERVER_NODE` is the path of another one than runs the tests. */
const node = process.env['SERVER_NODE'] ?? process.execPath;
const outfile = join(root, 'node_modules/.cache', `parley-${process.pid}.mjs`);
let bundled: Promise<unknown> | undefined;

/** The `parley` command in one file: it starts several times faster than from its sources. */
export async function bundledCommand(): Promise<string> {
  bundled ??= build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['parley:source'],
    // esbuild would not run a module that it wraps and that is only exported again.
    ignoreAnnotations: true,
    external: [
      '@node-rs/argon2',
      'better-sqlite3',
      'busboy',
      'commander',
      'express',
      'helmet',
      'knex',
      'nodemailer',
      'openid-client',
      'pg',
      'pino',
      'prom-client',
      'undici',
      'zod',
      '@ts-rest/*',
    ],
    logLevel: 'warning',
  });
  await bundled;
  return outfile;
}

/** The environment of a command at this place: any port, no drain, warnings only. */
export function environment({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLEY_'));
  return {
    ...Object.fromEntries(others),
    PARLEY_PORT: '0',
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl ?? '',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
}

export interface CommandOptions {
  /** The output that the test waits for. Without it, the test waits for nothing. */
  readonly ready?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** A concurrent test gives its own. */
  readonly onEnd?: typeof onTestFinished;
}

export interface RunningCommand {
  readonly pid: number;
  /** The standard output so far. */
  output(): string;
  /** Ends it by SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<number | null>;
}

/**
 * Starts a command in a process that is killed at the end of the test. Resolves when its output is `ready`.
 */
export async function startCommand(
  place: Place,
  words: readonly string[],
  { ready, env = {}, onEnd = onTestFinished }: CommandOptions,
): Promise<RunningCommand> {
  const child: ChildProcess = spawn(node, [await bundledCommand(), ...words], {
    env: { ...environment(place), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onEnd(() => void child.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    if (!ready) return resolve();
    child.once('exit', () => reject(new Error(`it ended: ${output}`)));
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (ready.test(output)) resolve();
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  };
  const { pid } = child;
  if (pid === undefined) throw new Error('a process that runs has no id');
  return { pid, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
