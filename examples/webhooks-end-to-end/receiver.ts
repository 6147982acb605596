// The server that events are posted to.
import type { Server } from 'node:http';
import { expressWebhook } from '@parley/sdk/webhooks';
import express from 'express';
import type { Inbox } from './inbox.ts';

interface Receiver {
  /** Webhooks that were verified so far, repeats included. */
  readonly arrivals: number;
  close(): Promise<void>;
}

// #region receiver
export async function startReceiver(
  inbox: Inbox,
  { secrets, port }: { secrets: string[]; port: number },
): Promise<Receiver> {
  let arrivals = 0;
  const app = express();
  const receive = expressWebhook({ secrets }, (event) => {
    arrivals += 1;
    if (event.test) return; // a test event: nothing happened
    inbox.keep(event); // on disk, and then the answer is 204
    setImmediate(work); // the work comes after the answer
  });
  app.post('/webhooks', receive); // before anything that parses bodies

  const work = () => inbox.work().forEach((error) => void console.error(error));
  work(); // events stored before the last stop and not yet handled
  const again = setInterval(work, 60_000); // events whose work failed
  const server = await listen(app, port);
  return {
    get arrivals() {
      return arrivals;
    },
    close: () => {
      clearInterval(again);
      return close(server);
    },
  };
}
// #endregion

function listen(app: express.Express, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1', (error) =>
      error ? reject(error) : resolve(server),
    );
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
