import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { listen } from '../listen.ts';
import { between } from './random.ts';

interface Received {
  /** Number of requests with a valid signature. */
  times: number;
  /** How many of these were answered with 500, so the receiver did not store the event. */
  failed: number;
  /** How many of these lost their connection after the event was stored, so the sender cannot know the outcome. */
  cut: number;
}

interface Verifiers {
  standard: StandardWebhook;
  svix: SvixWebhook;
}

const failShare = 0.08;
const cutShare = 0.03;
/** The time between storing an event and responding. A sender that is killed in between cannot know the outcome. */
const answerMs = [0, 40] as const;

/**
 * The receiver of every endpoint. It checks each signature with two libraries. On purpose, it refuses some requests and
 * cuts the connections of others.
 */
export class Sink {
  readonly badSignatures: string[] = [];
  /** Attempts whose body differs from an earlier attempt of the same delivery. */
  readonly changedBodies: string[] = [];
  /** Highest number of deliveries in flight to one endpoint. */
  mostInFlight = 0;
  readonly #random: () => number;
  readonly #verifiers = new Map<string, Verifiers>();
  readonly #received = new Map<string, Map<string, Received>>();
  readonly #bodies = new Map<string, string>();
  readonly #inFlight = new Map<string, number>();
  readonly #server = createServer((req, res) => void this.#take(req, res));

  constructor(random: () => number) {
    this.#random = random;
  }

  async listen(): Promise<number> {
    return await listen(this.#server);
  }

  /** Sets the secret with which requests to `/<endpoint>` must verify. */
  expect(endpoint: string, secret: string): void {
    this.#verifiers.set(endpoint, {
      standard: new StandardWebhook(secret),
      svix: new SvixWebhook(secret),
    });
    this.#received.set(endpoint, new Map());
  }

  receivedBy(endpoint: string): ReadonlyMap<string, Received> {
    return this.#received.get(endpoint) ?? new Map();
  }

  /** Returns the IDs of the events that each endpoint has received by now. */
  receivedIds(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#received].map(([endpoint, events]) => [endpoint, [...events.keys()]]));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const endpoint = req.url?.slice(1) ?? '';
    this.#count(endpoint, 1);
    const leave = once(() => this.#count(endpoint, -1));
    res.once('close', leave);
    const body = await read(req);
    // The sender was killed while it wrote the request.
    if (body === undefined) return void res.destroy();
    const id = String(req.headers['webhook-id']);
    if (!this.#verifies(endpoint, body, req)) {
      this.badSignatures.push(`${endpoint} ${id}`);
      return void res.writeHead(400).end();
    }
    this.#compare(id, body);
    const received = this.#note(endpoint, id);
    const chance = this.#random();
    await wait(between(this.#random, ...answerMs));
    if (chance >= failShare + cutShare) return void res.writeHead(204).end();
    if (chance < failShare) {
      received.failed += 1;
      res.writeHead(500).end('not today');
    } else {
      received.cut += 1;
      // The sender notices the cut, and may retry, before this process sees the connection close.
      leave();
      req.socket.destroy();
    }
  }

  #verifies(endpoint: string, body: string, req: IncomingMessage): boolean {
    const verifiers = this.#verifiers.get(endpoint);
    const headers = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map((name) => [
        `webhook-${name}`,
        String(req.headers[`webhook-${name}`]),
      ]),
    );
    try {
      verifiers?.standard.verify(body, headers);
      verifiers?.svix.verify(body, headers);
      return verifiers !== undefined && JSON.parse(body).id === headers['webhook-id'];
    } catch {
      return false;
    }
  }

  #compare(id: string, body: string): void {
    const hash = createHash('sha256').update(body).digest('base64');
    const before = this.#bodies.get(id);
    if (before === undefined) this.#bodies.set(id, hash);
    else if (before !== hash) this.changedBodies.push(id);
  }

  #note(endpoint: string, id: string): Received {
    const all = this.#received.get(endpoint);
    const received = all?.get(id) ?? { times: 0, failed: 0, cut: 0 };
    received.times += 1;
    all?.set(id, received);
    return received;
  }

  #count(endpoint: string, change: 1 | -1): void {
    const count = (this.#inFlight.get(endpoint) ?? 0) + change;
    this.#inFlight.set(endpoint, count);
    this.mostInFlight = Math.max(this.mostInFlight, count);
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Returns the body of a request; undefined when the connection ends before it is complete. */
async function read(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return req.complete ? Buffer.concat(chunks).toString() : undefined;
}
