import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { packageFolder, StaticFiles, site } from './site.ts';

interface DocsOptions {
  /** The URL at which clients reach this server. Without it, the URLs in the document are relative. */
  publicUrl: string | undefined;
  /** The folder of the documentation site, which `npm run docs` builds. */
  siteFolder?: string;
}

const forAnHour = 'public, max-age=3600';

// All files come from this server, so that the pages work without internet access and send nothing to third parties.
// The viewer and the diagrams write their style sheets into the page.
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
    <script src="/docs/api/viewer.js"></script>
    <script src="/docs/api/start.js"></script>
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

/** Serves `/openapi.json`, the documentation site at `/docs`, and the API reference at `/docs/api`. */
export function docs({ publicUrl, siteFolder = join(packageFolder, 'docs') }: DocsOptions): Router {
  let document: string | undefined;
  const viewer = viewerFile();
  const viewerFolder = new StaticFiles(viewer.folder);
  const pages = new StaticFiles(siteFolder);
  const router = Router({ strict: true });
  router.get('/openapi.json', async (_req, res) => {
    // Loaded at the first request: its schemas take a fifth of the time that a command needs to start.
    const { openApiDocument } = await import('@parley/contract/openapi');
    document ??= JSON.stringify(openApiDocument(publicUrl ? { serverUrl: publicUrl } : {}));
    send(res, 'application/json', document);
  });
  router.get('/docs/api', policy, (_req, res) => {
    send(res, 'text/html', page);
  });
  router.get('/docs/api/start.js', policy, (_req, res) => {
    send(res, 'text/javascript', start);
  });
  router.get('/docs/api/viewer.js', policy, (req, res) =>
    viewerFolder.send(req, res, viewer.name, forAnHour),
  );
  router.get('/docs', async (_req, res) => {
    // A server that runs from source may not have the site.
    res.redirect((await pages.has('index.html')) ? '/docs/' : '/docs/api');
  });
  const otherwise = ({ path }: Request) =>
    path === '/docs/' ? { name: 'index.html', status: 200 } : { name: '404.html', status: 404 };
  router.get('/docs/{*path}', site(pages, { at: '/docs/', policy, otherwise }));
  return router;
}

function send(res: Response, type: string, body: string): void {
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Cache-Control', 'no-cache');
  res.end(body);
}

/** Returns the file of the API viewer. In this repository it is in its own package; the published server has a copy. */
function viewerFile(): { folder: string; name: string } {
  const require = createRequire(import.meta.url);
  try {
    const folder = join(dirname(require.resolve('@scalar/api-reference')), 'browser');
    return { folder, name: 'standalone.js' };
  } catch {
    // Only developers of the server install the package of the viewer.
    return { folder: join(packageFolder, 'dist/docs'), name: 'viewer.js' };
  }
}
