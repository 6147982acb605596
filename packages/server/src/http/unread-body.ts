import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';

// After a response, node:http reads the rest of the request, whatever its length. This closes connections with a long
// or endless rest instead.

/** A rest of at most this length is read, and its connection stays open. */
const spareBytes = 65_536;
/**
 * How much is read, and for how long, after a closing response: a client that is still sending would get a reset before
 * it reads the response.
 */
const lingerBytes = 4_194_304;
const lingerMs = 1_000;

/** Whether the request has a body; a length of 0 means none. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Announces `Connection: close` on every answer that is sent before a long body was read to its end. */
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

/** Asks a client that waits for it (`Expect: 100-continue`) to send its body. */
export function readyForBody(req: Request, res: Response): void {
  if (req.headers.expect !== undefined) res.writeContinue();
}

/** Ends an answer whose headers are set; one that closes the connection, after the client has stopped sending. */
export function endAnswer(req: IncomingMessage, res: ServerResponse, text: string): void {
  if (req.complete || res.shouldKeepAlive) {
    res.end(text);
    return;
  }
  res.write(text);
  let length = 0;
  const end = () => {
    clearTimeout(timer);
    req.pause();
    if (!res.writableEnded) res.end();
  };
  const timer = setTimeout(end, lingerMs);
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > lingerBytes) end();
  });
  req.once('close', end);
  req.resume();
}

/** A client that waits for a 100 which never comes keeps its body: its next request would be taken for it. */
function isShort(headers: IncomingHttpHeaders): boolean {
  return (
    Number(headers['content-length'] ?? Number.NaN) <= spareBytes && headers.expect === undefined
  );
}
