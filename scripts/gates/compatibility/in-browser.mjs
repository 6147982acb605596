import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../workspace.mjs';

const { chromium } = createRequire(join(root, 'packages/server/package.json'))('playwright-core');

const longestMs = 60_000;

/** As users of the package would do it. */
export async function bundlePage(project) {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'page.ts')],
    absWorkingDir: project,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Whether the page reports no failure. Throws when it reports nothing. */
export async function inBrowser(program, files, silent = false) {
  const { told, refuse, server } = await serve(files);
  let browser;
  let timer;
  try {
    // The program may be a script. Playwright also ends the browser that the script has started.
    browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox'],
      timeout: longestMs,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`, {
      timeout: longestMs,
      waitUntil: 'commit',
    });
    timer = setTimeout(() => refuse(new Error('the page did not answer')), longestMs);
    const failures = await told;
    if (!silent) for (const failure of failures) console.error(failure);
    return failures.length === 0;
  } finally {
    clearTimeout(timer);
    await browser?.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Serves the page and receives its report. */
async function serve(files) {
  let tell;
  let refuse;
  const told = new Promise((resolve, reject) => {
    tell = resolve;
    refuse = reject;
  });
  const server = createServer(async (request, response) => {
    const { url } = request;
    const text = url === '/' ? '<script type="module" src="/page.js"></script>' : files[url];
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text);
    if (url !== '/result') return;
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    tell(JSON.parse(Buffer.concat(chunks).toString()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { told, refuse, server };
}
