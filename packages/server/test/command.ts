import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
// @ts-expect-error: a script without types, which the labs use too.
import { bundleCommand, entryName } from '../../../scripts/bundle-command.mjs';
import type { Place } from './databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of this run in which the first test that needs the command bundles it. */
    commandFolder: string;
  }
}

/** The Node that runs the command. `SERVER_NODE` is the path of another one than runs the tests. */
const node = process.env['SERVER_NODE'] ?? process.execPath;

/** Returns the path of the `parley` command as a bundle, which starts several times faster than its sources. */
export function bundledCommand(): Promise<string> {
  return onceInRun(inject('commandFolder'));
}

/** Bundles the command in the first worker that needs it. The others wait for it. */
async function onceInRun(folder: string): Promise<string> {
  const entry = join(folder, entryName);
  const begun = join(folder, 'begun');
  while (!existsSync(entry)) {
    try {
      mkdirSync(begun);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await sleep(50);
      continue;
    }
    await bundleCommand(folder).finally(() => rmdirSync(begun));
  }
  return entry;
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
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
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
  /** Resolves to the exit code when the process ends. */
  readonly ended: Promise<number | null>;
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
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
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
    child.kill(signal);
    return await ended;
  };
  const { pid } = child;
  if (pid === undefined) throw new Error('a process that runs has no id');
  const [stop, kill] = [() => end('SIGTERM'), () => end('SIGKILL')];
  return { pid, output: () => output, stop, kill, ended };
}
