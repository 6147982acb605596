// The packed SDK, installed into an empty project and run for real: Node in all versions that we support, workerd,
// and a browser where there is one. SDK and mocks in Jest.
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../workspace.mjs';
import { runs as succeeds } from './processes.mjs';
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
    const good = [await passesInJest(folder)];
    const all = [...runtimes(toolsIn(folder)), ...others];
    for (const runtime of all) good.push(await runs(project, runtime, server.url));
    good.push(server.strayed === 0);
    if (server.strayed > 0) console.error(`${server.strayed} requests followed a redirect`);
    // A server that gives the same response to every request: the smoke test must fail.
    const canary = { ...all[0], name: 'a wrong server', isCanary: true };
    good.push(!(await runs(project, canary, server.strayUrl)));
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
  const good = await succeeds(process.execPath, args, { cwd: project });
  console.log(`${good ? 'ok    ' : 'FAILED'} Jest ${jest}, CommonJS`);
  return good;
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
function runs(project, { name, program, args, browser, isCanary }, url) {
  const startedAt = performance.now();
  const key = `prl_live_${name.replaceAll(/\W/g, '')}`;
  const child = spawn(program, [...args, url, key, ...(browser ? [browser] : [])], {
    cwd: project,
    stdio: isCanary ? 'ignore' : 'inherit',
    timeout: 180_000,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    child.once('error', (error) => console.error(error.message));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      const verdict = (code === 0) === !isCanary ? 'ok    ' : 'FAILED';
      console.log(`${verdict} ${name} (${seconds} s)`);
      resolve(code === 0);
    });
  });
}
