import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundledCommand } from '../packages/server/test/command.ts';
import { run } from './run.ts';

export interface Started {
  url: string;
  apiKey: string;
  /** The output of its start, as far as its addresses. */
  printed: string;
}

/** The server of `npm start` on a free port and in a new folder. Its URL and key are read from its output. */
export async function startDemoServer(settings: Record<string, string> = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-example-'));
  const env = { PARLEY_PORT: '0', PARLEY_DATA_DIR: dataDir, PARLEY_LOG_LEVEL: 'error' };
  // tsx would take three times as long to start it.
  const child = run([await bundledCommand(), 'serve', '--demo'], { ...env, ...settings });
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
      const [upToAddresses] = /^.*\/docs\n/s.exec(printed) ?? [];
      // With the pages of the console, a link for the first account follows.
      if (url && apiKey && upToAddresses) resolve({ url, apiKey, printed: upToAddresses });
    });
  });
}
