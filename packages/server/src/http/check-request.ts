import type { IncomingMessage } from 'node:http';
import { checkHeaderSize, invalid } from '@parley/domain';
import type { RequestHandler } from 'express';

/**
 * Replaces a request target that is a full URL by its path and query. Runs before Express, which would route such a
 * target wrongly.
 */
export function normalizeTarget(req: IncomingMessage): void {
  const { url = '/' } = req;
  const origin = url.startsWith('/') ? undefined : /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
  if (origin === undefined) return;
  const target = url.slice(origin.length);
  req.url = target.startsWith('/') ? target : `/${target}`;
}

/** Refuses the requests that `node:http` would refuse by itself, because this response has an error body. */
export const checkRequest: RequestHandler = (req, _res, next) => {
  checkHeaderSize(req.rawHeaders);
  const { host, expect } = req.headers;
  if (host === undefined && req.httpVersionMinor > 0)
    throw invalid({ in: 'header', path: 'host', code: 'required', message: 'is required' });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    const message = 'must be 100-continue';
    throw invalid({ in: 'header', path: 'expect', code: 'invalid_enum', message });
  }
  next();
};
