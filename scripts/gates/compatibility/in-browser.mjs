import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';

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

/** Whether the page reports no failure. */
export async function inBrowser(program, project, files, silent = false) {
  const { promise: told, tell, server } = await serve(files);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu'];
  const profile = `--user-data-dir=${mkdtempSync(join(project, 'browser-'))}`;
  const url = `http://127.0.0.1:${server.address().port}/`;
  const child = spawn(program, [...flags, profile, url], { stdio: 'ignore' });
  child.once('error', (error) => tell([error.message]));
  const timer = setTimeout(() => tell(['the page did not answer']), longestMs);
  try {
    const failures = await told;
    if (!silent) for (const failure of failures) console.error(failure);
    return failures.length === 0;
  } finally {
    clearTimeout(timer);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill()) await gone;
    server.closeAllConnections();
    server.close();
  }
}

/** Serves the page and receives its report. */
async function serve(files) {
  let tell;
  const promise = new Promise((resolve) => {
    tell = resolve;
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
  return { promise, tell, server };
}
