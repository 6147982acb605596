import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

interface File {
  plain: Buffer;
  gzipped: Buffer;
}

interface SiteOptions {
  /** The path of the first page of the site, with a slash at the end. */
  at: string;
  /** Sets the response headers of the pages. */
  policy: RequestHandler;
  /**
   * Returns the name and the status of the file to send when no file has the path of the request; undefined leaves the
   * request to the next handler.
   */
  otherwise(req: Request): { name: string; status: number } | undefined;
}

/** The cache header for files whose names change with their contents. */
const forEver = 'public, max-age=31536000, immutable';

/** The folder of this package, both in the repository and when installed. */
export const packageFolder = dirname(
  createRequire(import.meta.url).resolve('@parley/server/package.json'),
);

/** Sends files of a folder that does not change while the process runs. Keeps requested files in memory. */
export class StaticFiles {
  readonly #folder: string;
  #names: Promise<ReadonlySet<string>> | undefined;
  readonly #files = new Map<string, Promise<File>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns whether the folder has this file; false when the folder does not exist. `name` is relative, with `/`. */
  async has(name: string): Promise<boolean> {
    this.#names ??= filesUnder(this.#folder);
    return (await this.#names).has(name);
  }

  /**
   * Sends a file, compressed if the client accepts that. Call `has` first: it checks that the path is inside the
   * folder.
   */
  async send(req: Request, res: Response, name: string, cacheControl: string): Promise<void> {
    const { plain, gzipped } = await this.#load(name);
    const isGzipped = req.acceptsEncodings('gzip') === 'gzip';
    res.type(extname(name));
    res.setHeader('Cache-Control', cacheControl);
    res.setHeader('Vary', 'Accept-Encoding');
    if (isGzipped) res.setHeader('Content-Encoding', 'gzip');
    res.end(isGzipped ? gzipped : plain);
  }

  #load(name: string): Promise<File> {
    const loading = this.#files.get(name) ?? readCompressed(join(this.#folder, name));
    this.#files.set(name, loading);
    // After a failure, the next request reads the file again.
    loading.catch(() => this.#files.delete(name));
    return loading;
  }
}

/** Serves built pages. The files of `assets/` have a hash in their names. A page is found without `.html`, too. */
export function site(files: StaticFiles, { at, policy, otherwise }: SiteOptions): RequestHandler {
  async function find(req: Request): Promise<{ name: string; status: number } | undefined> {
    const path = req.path.slice(at.length);
    for (const name of [path, `${path}.html`]) {
      if (await files.has(name)) return { name, status: 200 };
    }
    const other = otherwise(req);
    return other && (await files.has(other.name)) ? other : undefined;
  }

  return async (req, res, next) => {
    const found = await find(req);
    if (!found) return next();
    policy(req, res, () => {
      const cacheControl = found.name.startsWith('assets/') ? forEver : 'no-cache';
      files.send(req, res.status(found.status), found.name, cacheControl).catch(next);
    });
  };
}

async function filesUnder(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Set(paths.map((path) => path.split(sep).join('/')));
}

async function readCompressed(path: string): Promise<File> {
  const plain = await readFile(path);
  return { plain, gzipped: await promisify(gzip)(plain) };
}
