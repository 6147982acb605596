import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApiDocument } from '@parley/contract/openapi';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';

interface DocsOptions {
  /** Where clients reach this server; without it the document stays relative to its own address. */
  publicUrl: string | undefined;
}

interface Asset {
  plain: Buffer;
  gzipped: Buffer;
}

// Everything comes from this server, so the page works without the internet and sends nothing away.
// The viewer writes its style sheet into the page.
const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/viewer.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
})});
`;

/** `/openapi.json`, and `/docs` to read it in a browser. */
export function docs({ publicUrl }: DocsOptions): Router {
  let document: string | undefined;
  const viewer = once(loadViewer);
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    document ??= JSON.stringify(openApiDocument(publicUrl ? { serverUrl: publicUrl } : {}));
    send(res, 'application/json', document);
  });
  router.get('/docs', policy, (_req, res) => {
    send(res, 'text/html', page);
  });
  router.get('/docs/start.js', policy, (_req, res) => {
    send(res, 'text/javascript', start);
  });
  router.get('/docs/viewer.js', policy, async (req, res) => {
    sendAsset(req, res, await viewer());
  });
  return router;
}

function send(res: Response, type: string, body: string): void {
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Cache-Control', 'no-cache');
  res.end(body);
}

function sendAsset(req: Request, res: Response, { plain, gzipped }: Asset): void {
  res.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  res.setHeader('Cache-Control', 'public, max-age=3600');
  res.setHeader('Vary', 'Accept-Encoding');
  const zip = req.acceptsEncodings('gzip') === 'gzip';
  if (zip) res.setHeader('Content-Encoding', 'gzip');
  res.end(zip ? gzipped : plain);
}

async function loadViewer(): Promise<Asset> {
  const plain = await readFile(viewerPath());
  return { plain, gzipped: await promisify(gzip)(plain) };
}

/** In this repository the viewer lies in its own package; the published server has a copy of it. */
function viewerPath(): string {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
  } catch {
    // Only developers of the server install that package.
    return join(dirname(require.resolve('@parley/server/package.json')), 'dist/docs/viewer.js');
  }
}

/** A failed attempt is forgotten, so that the next request tries again. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
