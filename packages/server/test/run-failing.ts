import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { bundledCommand, environment } from './command.ts';

const run = promisify(execFile);
/** The time after which the test ends a process that should have failed to start, in milliseconds. */
const startMs = 60_000;

interface FailingCommand {
  readonly words: readonly string[];
  readonly dataDir: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Runs commands that fail, and returns the text that each prints. All run in one process, because a start takes longer than
 * the command. It ends by itself only if each has closed what it opened.
 */
export async function runFailing(
  commands: readonly FailingCommand[],
  { env = {}, ...user }: Options = {},
): Promise<string[]> {
  const command = await bundledCommand();
  const source = `
    const { runParley } = require(${JSON.stringify(join(dirname(command), 'run.cjs'))});
    let lines;
    console.error = console.log = (line) => lines.push(line);
    (async () => {
      const ended = [];
      for (const { words, dataDir } of ${JSON.stringify(commands)}) {
        process.env.PARLEY_DATA_DIR = dataDir;
        lines = [];
        process.exitCode = 0;
        await runParley(words);
        ended.push({ code: process.exitCode, text: lines.join('\\n') });
      }
      process.exitCode = 0;
      process.stdout.write(JSON.stringify(ended));
    })();`;
  const { stdout, stderr } = await run(process.execPath, ['-e', source], {
    env: { ...environment({ dataDir: '' }), ...env },
    ...user,
    timeout: startMs,
  });
  expect(stderr).toBe('');
  const ended = JSON.parse(stdout) as { code: number; text: string }[];
  expect(ended.map(({ code }) => code)).toEqual(commands.map(() => 1));
  return ended.map(({ text }) => text);
}
