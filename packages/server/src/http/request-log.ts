import { randomUUID } from 'node:crypto';
import { securityHeaders } from '@parley/contract/schemas';
import { isRequestId, maskKeys } from '@parley/domain';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type RequestState, stateOf } from './request-state.ts';
import { pathOf } from './router.ts';

const alwaysSent = Object.entries(securityHeaders);
const loggedCharacters = 200;

/** Gives every request an ID, and logs one line for it, without headers, body and query. */
export function requestLog(log: Logger): RequestHandler {
  const isOn = log.isLevelEnabled('info');
  return (req, res, next) => {
    const given = req.headers['x-request-id'];
    const requestId = isRequestId(given) ? given : randomUUID();
    const state: RequestState = {
      requestId,
      startedAtMs: isOn ? performance.now() : 0,
      endpoint: undefined,
      ctx: undefined,
      idempotency: undefined,
    };
    res.locals = state as unknown as Response['locals'];
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of alwaysSent) res.setHeader(name, value);
    if (isOn) res.on('close', () => writeLine(log, req, res));
    next();
  };
}

function writeLine(log: Logger, req: Request, res: Response): void {
  const { requestId, startedAtMs, endpoint, ctx } = stateOf(res);
  log.info(
    {
      requestId,
      method: req.method,
      path: endpoint?.template ?? loggedPath(req.originalUrl),
      status: res.statusCode,
      durationMs: Math.round(performance.now() - startedAtMs),
      tenantId: ctx?.db.tenantId,
      keyId: ctx?.keyId,
      ...(res.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}

/** Returns the path for the log: shortened and without keys, because an unknown path may contain anything. */
function loggedPath(url: string): string {
  return maskKeys(pathOf(url)).slice(0, loggedCharacters);
}
