import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { requestLimits } from '@parley/contract';
import type { Express, Request, RequestHandler, Response } from 'express';

// After a response, node:http reads the rest of the request body, however long it is. This file closes connections with
// a long or endless rest.

/** The maximum rest of a body that the server reads so that the connection can stay open, in bytes. */
const spareBytes = 65_536;

/** The maximum time in which a body arrives that is not a file, in milliseconds. */
export const bodyMs = 30_000;

/** Returns whether the request has a body. A length of 0 means none. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Sends `Connection: close` with every response that is sent before a long body was read to its end. */
export const closeUnread: RequestHandler = (req, res, next) => {
  if (hasBody(req.headers) && !isShort(req.headers)) {
    const { shouldKeepAlive } = res;
    res.shouldKeepAlive = false;
    req.once('end', () => {
      res.shouldKeepAlive = shouldKeepAlive;
    });
  }
  next();
};

/** Tells a client with `Expect: 100-continue` to send its body. */
export function readyForBody(req: Request, res: Response): void {
  if (req.headers.expect !== undefined) res.writeContinue();
}

/**
 * Delays the end of each response while the client still sends its request. The whole response is sent; the server
 * reads until the client has stopped, and then closes the connection. It changes `app.response`, from which all
 * responses of Express inherit.
 */
export function endAfterBodies(app: Express): void {
  // `end` has several overloads, so all arguments are passed on unchanged.
  const end = app.response.end as (this: Response, ...parts: unknown[]) => Response;
  app.response.end = function endAfterBody(this: Response, ...parts: unknown[]): Response {
    const { req } = this;
    if (req.complete || this.headersSent || !hasBody(req.headers)) return end.apply(this, parts);
    const [chunk, encoding] = parts;
    const done = parts.find((part) => typeof part === 'function');
    sendWhole(this, chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
    readToEnd(req, () => {
      // From here on, nothing reads the rest of a connection that closes.
      if (!this.shouldKeepAlive) req.pause();
      else if (!req.complete) closeLate(req);
      if (!this.writableEnded) end.call(this, done);
    });
    return this;
  };
}

/** Closes the connection of an answered request if the rest of its body does not arrive in time. */
function closeLate(req: IncomingMessage): void {
  const { socket } = req;
  const stop = () => {
    clearTimeout(timer);
    req.off('close', stop);
    socket.off('close', stop);
  };
  const timer = setTimeout(() => socket.destroy(), bodyMs);
  req.on('close', stop);
  // After the response, node:http emits no event of the request when the client leaves.
  socket.on('close', stop);
}

function sendWhole(res: Response, chunk: unknown, encoding: BufferEncoding): void {
  const body = typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : '';
  const length = typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;
  if (length > 0 && !res.hasHeader('Content-Length')) res.setHeader('Content-Length', length);
  res.flushHeaders();
  if (length > 0) res.write(body, encoding);
}

/**
 * Reads the rest of a body. Calls back once: when the client has sent all of it, or when it sends too much or for too
 * long.
 */
function readToEnd(req: IncomingMessage, callback: () => void): void {
  let length = 0;
  const stop = () => {
    clearTimeout(timer);
    req.off('data', count).off('close', stop);
    callback();
  };
  const count = (chunk: Buffer) => {
    length += chunk.length;
    if (length > requestLimits.lingerBytes) stop();
  };
  const timer = setTimeout(stop, requestLimits.lingerMs);
  req.on('data', count).once('close', stop);
  req.resume();
}

/**
 * Returns whether the rest of the body is short. False for a client that waits for a status 100 which never comes: it
 * may send no body, and its next request would be read as the body.
 */
function isShort(headers: IncomingHttpHeaders): boolean {
  return (
    Number(headers['content-length'] ?? Number.NaN) <= spareBytes && headers.expect === undefined
  );
}
