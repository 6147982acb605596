import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

// Reads the body of a request for the hand-written servers.

export function readBody(req: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk) => {
      text += chunk;
    });
    req.on('end', () => resolve(text));
  });
}

/** Returns the hash under which the API key of a request is stored. */
export function keyHashOf({ headers: { authorization = '' } }: IncomingMessage): string {
  return createHash('sha256').update(authorization.slice('Bearer '.length)).digest('base64url');
}
