import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { CheckedJson } from './checked-json.ts';

// Express gives every request and response its own prototypes, which throws away what V8 has learnt
// about the objects of node:http (expressjs/express#5998). Objects born with these prototypes are
// left as they are. The app answers the same without any of this, only several times slower.

/** The classes of the objects of `http.createServer`; call it before the app handles a request. */
export function bornFor(app: Express): ServerOptions {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {
    /** Without the content negotiation and the ETag of Express: the API has neither. */
    json(body: unknown): this {
      const text = body instanceof CheckedJson ? body.text : JSON.stringify(body);
      if (!this.hasHeader('content-type')) {
        this.setHeader('content-type', 'application/json; charset=utf-8');
      }
      this.setHeader('content-length', Buffer.byteLength(text));
      return this.end(text);
    }
  }
  inherit(app, 'request', Request);
  inherit(app, 'response', Response);
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** Puts a class between node:http and the prototypes of Express: `app[role]` is the class's own prototype. */
function inherit(app: Express, role: 'request' | 'response', born: { prototype: object }): void {
  Object.setPrototypeOf(born.prototype, app[role]);
  Object.defineProperty(app, role, { value: born.prototype, writable: true, enumerable: true });
}
