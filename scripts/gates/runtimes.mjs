// The packed SDK, installed into an empty project and run for real: Node in all versions that we support, workerd,
// and a browser where there is one. SDK and mocks in Jest.
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../workspace.mjs';
import { judge, runs } from './processes.mjs';
import { placeRunnerTests } from './runner-tests.mjs';
import { browser, nodeOf } from './runtimes/programs.mjs';
import { startServer } from './runtimes/server.mjs';
import {
  catalogVersion,
  install,
  jest,
  lend,
  nodes,
  patience,
  tarballsIn,
  toolsIn,
} from './tools.mjs';

const miniflare = '4.20260730.0';

/** `others` are runtimes beside Node, workerd and Chromium. */
export async function checkRuntimes(folder, others = []) {
  const { examples } = await import(
    pathToFileURL(join(root, 'packages/contract/dist/schemas.js')).href
  );
  let page = '';
  const server = await startServer({ ...examples, page: () => page });
  try {
    const project = await installSdk(folder);
    await bundle(project, 'worker.mjs', 'esm');
    const script = await bundle(project, 'browser.mjs', 'iife');
    page = `<!doctype html><meta charset="utf-8"><script>${script}</script>`;
    const good = [
      await judge({ name: `Jest ${jest}, CommonJS`, passes: () => passesInJest(folder) }),
    ];
    const all = [...runtimes(toolsIn(folder)), ...others];
    for (const one of all)
      good.push(await judge({ name: one.name, passes: () => passes(project, one, server.url) }));
    good.push(server.strayed === 0);
    if (server.strayed > 0) console.error(`${server.strayed} requests followed a redirect`);
    // A server that gives the same response to every request: the smoke test must fail.
    const refused = () => passes(project, all[0], server.strayUrl, () => {});
    good.push(await judge({ name: 'a wrong server', fails: refused }));
    return good.every(Boolean);
  } finally {
    server.close();
  }
}

async function installSdk(folder) {
  const project = await install(join(folder, 'runtimes'), 'sdk', {
    '@parley/sdk': `file:${tarballsIn(folder).sdk}`,
    zod: catalogVersion('zod'),
    miniflare,
  });
  lend(project, 'playwright-core', join(root, 'packages/server'));
  cpSync(join(import.meta.dirname, 'runtimes'), project, { recursive: true });
  return project;
}

/** SDK and mocks in a CommonJS test of Jest, where a dynamic import needs a flag of Node. */
async function passesInJest(folder) {
  const { sdk, msw } = tarballsIn(folder);
  const project = await install(join(folder, 'runtimes'), 'jest', {
    '@parley/sdk': `file:${sdk}`,
    '@parley/msw': `file:${msw}`,
    msw: catalogVersion('msw'),
  });
  await placeRunnerTests(project);
  const program = join(toolsIn(folder), 'node_modules/jest/bin/jest.js');
  const args = [program, '--testMatch=**/jest.cjs', patience];
  return await runs(process.execPath, args, { cwd: project });
}

/** As users of the package would do it. */
async function bundle(project, file, format) {
  const { outputFiles } = await build({
    entryPoints: [join(project, file)],
    absWorkingDir: project,
    bundle: true,
    format,
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  writeFileSync(join(project, file.replace('.mjs', '.bundle.js')), outputFiles[0].contents);
  return outputFiles[0].text;
}

function runtimes(tools) {
  const newest = nodeOf(tools, nodes.at(-1));
  const chromium = browser();
  return [
    ...nodes.flatMap((version) => [
      { name: `Node ${version}, ESM`, program: nodeOf(tools, version), args: ['run.mjs'] },
      { name: `Node ${version}, CommonJS`, program: nodeOf(tools, version), args: ['run.cjs'] },
    ]),
    { name: 'workerd', program: newest, args: ['run-worker.mjs'] },
    ...(chromium
      ? [
          {
            name: basename(chromium),
            program: newest,
            args: ['run-browser.mjs'],
            browser: chromium,
          },
        ]
      : []),
  ];
}

/** Not in step with this process, which is the server. */
function passes(project, { name, program, args, browser }, url, print) {
  const key = `prl_live_${name.replaceAll(/\W/g, '')}`;
  const all = [...args, url, key, ...(browser ? [browser] : [])];
  return runs(program, all, { cwd: project, timeout: 180_000, ...(print && { print }) });
}
