import { randomUUID } from 'node:crypto';
import { apiPrefixes, contract } from '@parley/contract';
import { consoleContract, consolePrefix, entryContract } from '@parley/contract/console';
import { channelCapabilities, securityHeaders } from '@parley/contract/schemas';
import { isRequestId, maskedPath } from '@parley/domain';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Deps } from '../deps.ts';
import { measure } from '../metrics/measure.ts';
import { type RequestState, stateOf } from './request-state.ts';
import { type Endpoint, pathOf } from './router.ts';

const alwaysSent = Object.entries(securityHeaders);

/** The parts of paths that the log may contain: those of all endpoints, which have no values. */
const words: ReadonlySet<string> = new Set(
  [
    ...[...apiPrefixes, consolePrefix, '/healthz', '/readyz', '/hooks', '/docs', '/assets'],
    ...Object.keys(channelCapabilities).map((type) => `/${type}`),
    ...[contract, consoleContract, entryContract].flatMap((one) =>
      Object.values<Record<string, { path: string }>>(one).flatMap((noun) =>
        Object.values(noun).map(({ path }) => path),
      ),
    ),
  ].flatMap((path) => path.split('/').filter((part) => !part.startsWith(':'))),
);

/**
 * Gives every request an ID, and logs one line for each, without headers, body and query. Adds requests with an API key
 * to the request log of their tenant.
 */
export function requestLog({
  log,
  requestLog,
  now,
}: Pick<Deps, 'log' | 'requestLog' | 'now'>): RequestHandler {
  const isOn = log.isLevelEnabled('info');
  return (req, res, next) => {
    const given = req.headers['x-request-id'];
    const requestId = isRequestId(given) ? given : randomUUID();
    const state: RequestState = {
      requestId,
      startedAtMs: performance.now(),
      endpoint: undefined,
      ctx: undefined,
      key: undefined,
      idempotency: undefined,
      code: undefined,
    };
    res.locals = state as unknown as Response['locals'];
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of alwaysSent) res.setHeader(name, value);
    res.on('close', () => {
      const tookMs = performance.now() - state.startedAtMs;
      const durationMs = Math.round(tookMs);
      const { key, endpoint, code = null } = state;
      const status = res.writableFinished ? res.statusCode : null;
      measure('request', { ...measuredAs(req, endpoint), status, seconds: tookMs / 1_000 });
      if (isOn) writeLine(log, req, res, durationMs);
      if (!key || !endpoint) return;
      const { method, template } = endpoint;
      const ended = { method, template, params: req.params, status, code, requestId, durationMs };
      requestLog.note({ tenantId: key.tenantId, keyId: key.id, ...ended }, now());
    });
    next();
  };
}

/** Returns labels with few values: nothing that the client chooses. */
function measuredAs({ originalUrl }: Request, endpoint: Endpoint | undefined) {
  if (!endpoint) return { method: 'any', route: 'other' };
  if (originalUrl.startsWith(consolePrefix)) return { method: 'any', route: 'console' };
  return { method: endpoint.method, route: endpoint.template };
}

function writeLine(log: Logger, req: Request, res: Response, durationMs: number): void {
  const { requestId, endpoint, ctx } = stateOf(res);
  log.info(
    {
      requestId,
      method: req.method,
      path: endpoint?.template ?? maskedPath(pathOf(req.originalUrl), words),
      status: res.statusCode,
      durationMs,
      tenantId: ctx?.db.tenantId,
      keyId: ctx?.keyId,
      ...(res.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}
