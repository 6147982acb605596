import { createServer, type Server } from 'node:http';
import { contract, examples, message } from '@parley/contract';
import { initContract } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import express, { type Express, type RequestHandler } from 'express';
import fastify from 'fastify';
import { bornFor, readJson } from '../../../server-http.ts';

// One server per line of the table. The stack's own lines take POST /messages of the contract, and
// answer a message that is checked against it.

export const variants: Record<string, () => Promise<Server> | Server> = {
  'node:http hello': () =>
    createServer((_req, res) => {
      const body = JSON.stringify({ hello: 'world' });
      res.setHeader('content-type', 'application/json; charset=utf-8');
      res.setHeader('content-length', Buffer.byteLength(body));
      res.end(body);
    }),
  'fastify hello': async () => {
    const app = fastify();
    app.get('/hello', async () => ({ hello: 'world' }));
    await app.ready();
    return app.server;
  },
  'express hello': () => createServer(hello()),
  'express hello, accelerated': () => accelerated(hello()),
  'our stack, stock': () => createServer(stack({ isAccelerated: false })),
  'our stack, accelerated': () => accelerated(stack({ isAccelerated: true })),
};

function hello(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/hello', (_req, res) => {
    res.json({ hello: 'world' });
  });
  return app;
}

function accelerated(app: Express): Server {
  return createServer(bornFor(app), app);
}

/** Returns an app with the contract's POST /messages. It checks body and response, and returns a literal. */
function stack({ isAccelerated }: { isAccelerated: boolean }): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(isAccelerated ? readBody : express.json());
  const send = { send: contract.messages.send };
  const accepted = { ...message.parse(examples.message), status: 'queued' as const };
  createExpressEndpoints(
    initContract().router(send),
    {
      send: async ({ body }) => ({
        status: 202,
        body: { ...accepted, to: 'to' in body ? body.to : '', channelId: body.channelId },
      }),
    },
    app,
    { responseValidation: true, logInitialization: false },
  );
  return app;
}

const readBody: RequestHandler = async (req, res, next) => {
  req.body = await readJson(req, res, 1_048_576);
  next();
};
