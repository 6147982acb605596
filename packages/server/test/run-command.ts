import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runParley } from '../src/cli/run.ts';
import { environment } from './command.ts';
import type { Place } from './databases.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input. */
  readonly input?: string;
}

/**
 * Runs a command that ends by itself in this process: starting another one takes longer than its work. No other command may
 * run meanwhile.
 */
export async function runCommand(
  place: Place,
  words: readonly string[],
  { env = {}, input = '' }: RunOptions = {},
): Promise<Ended> {
  const [out, err]: [unknown[], unknown[]] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line, '\n'));
  vi.spyOn(console, 'error').mockImplementation((line) => void err.push(line, '\n'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(text) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(text) > 0);
  // A wrong argument ends the process. Vitest prevents that only in the first file of a worker.
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`the command ends the process with ${code}`);
  });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never);
  const wanted: NodeJS.ProcessEnv = { ...environment(place), ...env };
  for (const name of Object.keys({ ...process.env, ...wanted })) vi.stubEnv(name, wanted[name]);
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    await runParley(words);
    return { code: Number(process.exitCode ?? 0), out: out.join(''), err: err.join('') };
  } finally {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
