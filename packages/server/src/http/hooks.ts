import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@parley/contract/schemas';
import { hasCode } from '@parley/domain';
import { type Request, type Response, Router } from 'express';
import { isMeasured, measure } from '../metrics/measure.ts';
import { readBody } from './read-json.ts';

const bodyBytes = 3 * 1_048_576;

interface Target {
  readonly type: string;
  readonly channelId?: string | undefined;
}

/** Handles the webhooks of one provider. */
export interface HookReceiver {
  confirm(target: Target, query: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  isSigned(target: Target, headers: IncomingHttpHeaders): boolean;
  accept(
    target: Target,
    delivery: { headers: IncomingHttpHeaders; body: Uint8Array },
  ): Promise<void>;
}

/**
 * Receives webhooks of providers at `/hooks/{type}` and `/hooks/{type}/{channelId}`. A 200 means that everything is
 * stored; after any other answer, the provider tries again. `limitFailures` counts requests without a valid signature;
 * its result, if any, is sent instead of 401. It never delays requests with a valid signature.
 */
export function hooks(
  receiver: HookReceiver,
  limitFailures: (req: Request) => Promise<ServiceError | undefined>,
): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/hooks/:type{/:channelId}', async (req, res) => {
    const challenge = await receiver.confirm(targetOf(req), req.query);
    if (challenge === undefined)
      throw new ServiceError('SVC-FORBIDDEN', { reason: 'verify_token' });
    res.type('text/plain').send(challenge);
  });
  router.post('/hooks/:type{/:channelId}', async (req, res) => {
    const target = targetOf(req);
    measureAnswer(res, target);
    const { headers } = req;
    // The server does not read the body of a request without a signature.
    if (!receiver.isSigned(target, headers)) {
      throw await refused(req, new ServiceError('SVC-UNAUTHORIZED', { reason: 'signature' }));
    }
    const body = await readBody(req, res, bodyBytes);
    try {
      await receiver.accept(target, { headers, body });
    } catch (error) {
      throw await refused(req, error);
    }
    res.status(200).end();
  });
  return router;

  async function refused(req: Request, error: unknown): Promise<unknown> {
    return hasCode(error, 'SVC-UNAUTHORIZED') ? ((await limitFailures(req)) ?? error) : error;
  }
}

function measureAnswer(res: Response, { type }: Target): void {
  if (!isMeasured('webhook')) return;
  const startedMs = performance.now();
  // Also runs when the client has left.
  res.once('close', () => {
    const seconds = (performance.now() - startedMs) / 1_000;
    measure('webhook', { type, status: res.statusCode, seconds });
  });
}

function targetOf({ params }: Request): Target {
  // Express matches only these paths. The second parameter may be missing.
  const { type = '', channelId } = params as { type?: string; channelId?: string };
  return { type, channelId };
}
