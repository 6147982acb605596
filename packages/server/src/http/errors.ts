import {
  type ErrorCode,
  ServiceError,
  toErrorResponse,
  toIssues,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { RequestValidationError } from '@ts-rest/express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isUnavailable, UnknownOutcome } from '../db/failures.ts';
import { stateOf } from './request-state.ts';

const retryAfterSeconds = 1;
const unknownOutcome =
  'The answer of the database was lost during the commit, so the change may have been made or not: repeat the request with the same Idempotency-Key after Retry-After.';

/** Sends the response for an error. Every error of the API is passed to this function. */
export function answerError(thrown: unknown, req: Request, res: Response, log: Logger): void {
  const state = stateOf(res);
  const { requestId } = state;
  const error = asServiceError(thrown, req, requestId);
  state.code = error.code;
  if (error.status >= 500) {
    log.error({ err: thrown, requestId, code: error.code, method: req.method }, 'request failed');
  }
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = toErrorResponse(error);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const text = JSON.stringify(body);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.status(status).end(text);
}

/** Answers requests that no endpoint and no page match. */
export const answerUnmatched: RequestHandler = (req) => {
  throw unmatched(req);
};

/** Returns the Express error handler for errors outside of the API. */
export function errorExit(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, _next) => {
    // Express cannot decode a path such as `/docs/%`. Its error contains the path, which the log must not contain.
    const isUndecodable = thrown instanceof URIError && 'status' in thrown;
    answerError(isUndecodable ? unmatched(req) : thrown, req, res, log);
  };
}

function unmatched({ method, path }: Request): ServiceError {
  return new ServiceError('SVC-ROUTE-NOT-FOUND', { method, path });
}

function asServiceError(thrown: unknown, req: Request, requestId: string): ServiceError<ErrorCode> {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof RequestValidationError) {
    return new ServiceError('SVC-VALIDATION', { issues: issuesOf(thrown, req) });
  }
  if (isUnavailable(thrown)) {
    const message = thrown instanceof UnknownOutcome ? { message: unknownOutcome } : {};
    const details = { retryAfterSeconds, requestId };
    return new ServiceError('SVC-UNAVAILABLE', details, { cause: thrown, ...message });
  }
  return new ServiceError('SVC-INTERNAL', { requestId }, { cause: thrown });
}

function issuesOf(error: RequestValidationError, req: Request): ValidationIssue[] {
  return [
    ...(error.pathParams ? toIssues(error.pathParams, 'path', req.params) : []),
    ...(error.headers ? toIssues(error.headers, 'header', req.headers) : []),
    ...(error.query ? toIssues(error.query, 'query', req.query) : []),
    ...(error.body ? toIssues(error.body, 'body', req.body) : []),
  ];
}
