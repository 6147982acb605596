import type { Duplex } from 'node:stream';
import { ServiceError } from '@parley/contract/schemas';
import { parseJsonBody, refuseEncoding, requireJsonType } from '@parley/domain';
import type { Request, Response } from 'express';
import { decoders } from '../decoders.ts';
import { lateRequest } from './client-error.ts';
import { bodyMs, hasBody, readyForBody } from './unread-body.ts';

/**
 * Returns the JSON body of a request; undefined when it has none. Throws the errors of the content type, the size and
 * the JSON, in this order. Stops reading at the limit, which applies to the bytes before and after decompression.
 */
export async function readJson(req: Request, res: Response, limitBytes: number): Promise<unknown> {
  const { headers } = req;
  if (!hasBody(headers)) return undefined;
  requireJsonType(headers['content-type']);
  const coding = headers['content-encoding'];
  const decoder = decoders.get(coding?.toLowerCase() ?? '');
  if (!decoder) refuseEncoding(coding, 'json');
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  readyForBody(req, res);
  return parseJsonBody(await readBytes(req, res, { limitBytes, decoder: decoder?.() }));
}

/** Returns the body of a request as bytes, of any content type. Throws SVC-PAYLOAD-TOO-LARGE above the limit. */
export async function readBody(req: Request, res: Response, limitBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  readyForBody(req, res);
  return await readBytes(req, res, { limitBytes });
}

interface Reading {
  readonly limitBytes: number;
  readonly decoder?: Duplex | undefined;
}

function readBytes(req: Request, res: Response, { limitBytes, decoder }: Reading): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const source = decoder ? req.pipe(decoder) : req;
    const chunks: Buffer[] = [];
    const stop = (error: Error) => {
      clearTimeout(timer);
      if (decoder) req.unpipe(decoder);
      decoder?.destroy();
      req.off('data', countPacked).pause();
      source.off('data', collect);
      reject(error);
    };
    const timer = setTimeout(() => {
      // The rest of the body would be read as the next request.
      res.shouldKeepAlive = false;
      stop(lateRequest());
    }, bodyMs);
    const counter = () => {
      let length = 0;
      return (chunk: Buffer) => {
        length += chunk.length;
        if (length > limitBytes) stop(tooLarge(limitBytes));
      };
    };
    const countPacked = counter();
    const countUnpacked = counter();
    const collect = (chunk: Buffer) => {
      chunks.push(chunk);
      countUnpacked(chunk);
    };
    // The client closed the connection within its body, or the bytes cannot be decompressed.
    const fail = (cause: unknown) => stop(new ServiceError('SVC-MALFORMED-JSON', {}, { cause }));
    source.on('data', collect).on('error', fail);
    source.on('end', () => {
      clearTimeout(timer);
      const [first] = chunks;
      resolve(chunks.length === 1 && first ? first : Buffer.concat(chunks));
    });
    if (decoder) req.on('data', countPacked).on('error', fail);
  });
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
}
