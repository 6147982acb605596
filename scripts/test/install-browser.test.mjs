import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../workspace.mjs';

test('CI installs a browser only where none is installed, and says whether there is one', () => {
  const { browser, run } = aMachine();
  const skipped = (why) => `Chromium: not installed (${why}): the tests of the console are skipped`;
  const began = 'Installing Chromium for the tests of the console …';

  expect(run({ CI_BROWSER: '0' })).toEqual([skipped('CI_BROWSER is 0')]);
  expect(run({ USER_ID: '1000' })).toEqual([skipped('only root can install it')]);
  expect(run({ APT: 'exit 100' })).toEqual([began, skipped('apt-get failed')]);
  expect(run({ APT: 'true' })).toEqual([began, skipped('apt-get has put it elsewhere')]);
  expect(existsSync(browser)).toBe(false);
  const withWindows = `[[ "$*" != *' install '* ]] || { [[ "$*" != *shell ]] && : > ${browser}; }`;
  expect(run({ APT: withWindows })).toEqual([began, 'Chromium: installed']);
  expect(run({ APT: 'exit 100' })).toEqual(['Chromium: installed']);
});

/** Returns a machine whose root has an apt-get that does what the variable APT says. */
function aMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const command = (name, script) => {
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  command('id', `echo "\${USER_ID:-0}"`);
  command('apt-get', 'eval "$APT"');
  command('timeout', `shift 3; "$@"`);
  const browser = join(folder, 'chromium');
  const run = (env) => {
    const { status, stdout } = spawnSync(join(root, '.ci/install-browser'), [browser], {
      env: { PATH: `${folder}:${process.env.PATH}`, ...env },
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return stdout.trimEnd().split('\n');
  };
  return { browser, run };
}
