import { bodyLimits } from '@parley/contract';
import { refuseUnfit } from '@parley/domain';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { UnknownOutcome } from '../db/failures.ts';
import { Replay } from '../tenancy/idempotency.ts';
import type { Authenticate } from './authenticate.ts';
import { answerError } from './errors.ts';
import { readIdempotency, replayInsteadOf, sendReplay } from './idempotency.ts';
import { readJson } from './read-json.ts';
import { stateOf } from './request-state.ts';
import type { Router } from './router.ts';
import { readUpload } from './upload.ts';

interface ApiDeps {
  router: Router;
  authenticate: Authenticate;
  /** The folder for files while they are received. */
  draftDir: string;
  log: Logger;
  now(): Date;
}

const withBody = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Creates the handler of the API. Its checks have the order that the contract promises: route, method, key, tenant,
 * quota, content type, size, JSON, idempotency key. Then ts-rest checks the schema, and the service everything else.
 */
export function createApi({ router, authenticate, draftDir, log, now }: ApiDeps): RequestHandler {
  async function check(req: Request, res: Response): Promise<void> {
    const state = stateOf(res);
    const endpoint = router.match(req);
    state.endpoint = endpoint;
    state.ctx = await authenticate(req, res);
    if (withBody.has(endpoint.method)) {
      const { bytes, bodyBytes = bodyLimits.defaultBytes } = endpoint.metadata;
      const isFile = bytes === 'request';
      req.body = isFile
        ? await readUpload(req, res, draftDir)
        : await readJson(req, res, bodyBytes);
      if (req.body !== undefined) refuseUnfit(req.body, 'body');
      // Checked before the key, which is looked up together with the path.
      refuseUnfit(req.params, 'path');
      const options = isFile ? req.query : undefined;
      state.idempotency = readIdempotency(req, endpoint, { now: now(), options });
    }
    if (req.url.includes('?')) refuseUnfit(req.query, 'query');
    refuseUnfit(req.params, 'path');
  }

  async function fail(error: unknown, req: Request, res: Response): Promise<void> {
    const { ctx, idempotency } = stateOf(res);
    let outcome = error;
    try {
      if (ctx && idempotency) outcome = await replayInsteadOf(error, ctx, idempotency);
    } catch (lookupError) {
      // The look-up may fail because the database is still unavailable. The first error says more.
      if (!(error instanceof UnknownOutcome)) outcome = lookupError;
    }
    if (outcome instanceof Replay) sendReplay(res, outcome);
    else answerError(outcome, req, res, log);
  }

  return (req, res) => {
    const next: NextFunction = (error?: unknown) => {
      // If sending the error fails, the server can only close the connection.
      fail(error, req, res).catch(() => res.destroy());
    };
    check(req, res)
      .then(() => stateOf(res).endpoint?.handle(req, res, next))
      .catch(next);
  };
}
