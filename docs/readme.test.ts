import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startDemoServer } from '../examples/demo-server.ts';
import { read } from './check/pages.ts';

test('the README shows the output of the first start, and its commands work', async () => {
  const { url, printed } = await startDemoServer();
  const shown = /<!-- printed by: npm start -->\n\n```text\n([\s\S]*?)```/.exec(
    read('README.md'),
  )?.[1];
  expect(masked(shown ?? '')).toBe(masked(printed.replaceAll(url, 'http://127.0.0.1:3000')));

  const curl = /^ *(curl [\s\S]*?\}')$/m.exec(printed)?.[1] ?? '';
  const { stdout } = spawnSync('sh', ['-c', curl], { encoding: 'utf8' });
  expect(stdout).toMatch(/^HTTP\/1\.1 202 /);
  expect(stdout).toContain('"status":"queued"');

  const log = /^ *(curl \S+\/events .*)$/m.exec(printed)?.[1] ?? '';
  const events = spawnSync('sh', ['-c', log], { encoding: 'utf8' });
  expect(events.stdout).toContain('"type":"contact.created"');
});

/** Keys and ids are new each time. */
function masked(text: string): string {
  return text
    .trim()
    .replaceAll(/prl_live_\w+/g, 'prl_live_…')
    .replaceAll(/chn_\w{26}/g, 'chn_…');
}
