import type { RequestHandler } from 'express';

/** Answers 200 while the process runs. */
export const healthz: RequestHandler = (_req, res) => {
  res.status(200).json({ status: 'ok' });
};

export interface Readiness {
  /** Whether the process has begun to stop, so that load balancers must send requests elsewhere. */
  draining: boolean;
  ping(): Promise<boolean>;
}

/**
 * Answers 200 while the process can serve requests: the database responds, the disk for files can be written, and the
 * process is not stopping. Otherwise 503.
 */
export function readyz(readiness: Readiness): RequestHandler {
  return async (_req, res) => {
    if (readiness.draining) res.status(503).json({ status: 'draining' });
    else if (await readiness.ping()) res.status(200).json({ status: 'ready' });
    else res.status(503).json({ status: 'storage unavailable' });
  };
}
