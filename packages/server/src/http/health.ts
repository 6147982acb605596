import type { RequestHandler } from 'express';

/** The process runs. */
export const healthz: RequestHandler = (_req, res) => {
  res.status(200).json({ status: 'ok' });
};

export interface Readiness {
  /** Set when the process starts to stop: traffic should go elsewhere. */
  draining: boolean;
  ping(): Promise<boolean>;
}

/** It can serve: migrated (otherwise it would not listen), the database responds, and it is not stopping. */
export function readyz(readiness: Readiness): RequestHandler {
  return async (_req, res) => {
    if (readiness.draining) res.status(503).json({ status: 'draining' });
    else if (await readiness.ping()) res.status(200).json({ status: 'ready' });
    else res.status(503).json({ status: 'database unavailable' });
  };
}
