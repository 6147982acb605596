// `npm run release`: from the changesets to the registry. Needs a clean checkout of main. Two steps:
//
//     npm run release -- version   writes versions and changelogs, to be reviewed and committed
//     npm run release              builds, checks and publishes what is not in the registry yet
import { spawnSync } from 'node:child_process';
import { generate } from './build-docs.mjs';
import { ensureBuilt, ensureInstalled, pnpm, root, run } from './workspace.mjs';

// In pnpm, so that its programs find pnpm: it publishes, and replaces `catalog:` and `workspace:` by versions.
const changesets = (...args) => pnpm(['exec', 'changeset', ...args]);

ensureInstalled();
const [step = 'publish'] = process.argv.slice(2);
if (step === 'version') {
  changesets('version');
  pnpm(['install', '--lockfile-only']);
  // The SDK says its own version.
  generate(root);
} else if (step === 'publish') {
  refuseDirtyTree();
  ensureBuilt(undefined, { force: true });
  run(process.execPath, ['scripts/test.mjs']);
  run(process.execPath, ['scripts/check.mjs']);
  changesets('publish');
} else {
  console.error(`Unknown step ${step}. There are: version, publish.`);
  process.exitCode = 2;
}

function refuseDirtyTree() {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (stdout === '') return;
  console.error(`Uncommitted changes are not released:\n${stdout}`);
  process.exit(1);
}
