import { isTaken, signersOf } from '@parley/conformance/signatures';
import { expect, onTestFinished } from 'vitest';
import { receiver } from './receivers.ts';

export interface Received {
  id: string;
  body: string;
  headers: Record<string, string>;
  path: string;
  at: number;
  /** On the clock of the sink. */
  time: Date;
}

export interface Sink {
  readonly url: string;
  readonly received: Received[];
  /** The clock of the sender. */
  now(): Date;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export type Answering = (received: Received, count: number) => Answer | Promise<Answer>;

/** Of the endpoints at an address: all that ever signed for them. */
type SecretsAt = (url: string) => readonly string[];

/**
 * A receiver that keeps its requests. At the end of its test every delivery is verified with the libraries of other
 * vendors, and each signature must belong to a secret of the endpoint.
 */
export async function webhookSink(
  secretsAt: SecretsAt,
  answer: Answering = () => ({ status: 200 }),
): Promise<Sink> {
  const received: Received[] = [];
  const url = await receiver(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const one = {
      id: headers['webhook-id'] ?? '',
      body,
      headers,
      path: request.url ?? '',
      at: performance.now(),
      time: sink.now(),
    };
    received.push(one);
    const { status, headers: given = {}, body: text = '' } = await answer(one, received.length);
    response.writeHead(status, given).end(text);
  });
  const sink: Sink = { url, received, now: () => new Date() };
  onTestFinished(() => {
    for (const one of received) expectGenuine(one, secretsAt(new URL(one.path, url).href));
  });
  return sink;
}

function expectGenuine({ id, body, headers, time }: Received, secrets: readonly string[]): void {
  const request = { method: 'POST', headers, rawBody: body, at: time };
  for (const secret of signersOf(request, secrets)) {
    expect(isTaken(request, secret), `${id} at ${time.toISOString()}`).toBe(true);
  }
  expect(JSON.parse(body).id).toBe(id);
}
