import express, { type RequestHandler } from 'express';

interface ReadJsonOptions {
  limitBytes: number;
}

const plainJson = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Reads JSON bodies. The common case (uncompressed UTF-8 of a known length) is read here; everything
 * else is left to express.json, whose errors both ways share.
 */
export function readJson({ limitBytes }: ReadJsonOptions): RequestHandler {
  const readAnything = express.json({ limit: limitBytes, strict: false });
  return (req, res, next) => {
    const { headers } = req;
    const length = Number(headers['content-length'] ?? 0);
    const isPlain =
      length > 0 &&
      length <= limitBytes &&
      headers['content-encoding'] === undefined &&
      plainJson.test(headers['content-type'] ?? '');
    if (!isPlain) {
      readAnything(req, res, next);
      return;
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('error', next);
    req.on('end', () => {
      const [first] = chunks;
      const text = (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString();
      try {
        req.body = JSON.parse(text);
      } catch (error) {
        next(Object.assign(error as SyntaxError, { type: 'entity.parse.failed', status: 400 }));
        return;
      }
      next();
    });
  };
}
