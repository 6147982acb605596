import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { receiver } from './receivers.ts';

export interface Received {
  id: string;
  body: string;
  headers: Record<string, string>;
  path: string;
  at: number;
}

export interface Sink {
  readonly url: string;
  readonly received: Received[];
  /** With this, what comes is verified; whatever is not genuine is kept in `refused`. */
  secret: string | undefined;
  readonly refused: unknown[];
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A receiver that keeps what it gets, and verifies it with the libraries that others would use. */
export async function webhookSink(
  answer: (received: Received, count: number) => Answer | Promise<Answer> = () => ({ status: 200 }),
): Promise<Sink> {
  const received: Received[] = [];
  const refused: unknown[] = [];
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
    };
    received.push(one);
    if (sink.secret !== undefined) verify(sink, one);
    const { status, headers: given = {}, body: text = '' } = await answer(one, received.length);
    response.writeHead(status, given).end(text);
  });
  const sink: Sink = { url, received, refused, secret: undefined };
  return sink;
}

function verify({ secret = '', refused }: Sink, { body, headers }: Received): void {
  for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
    try {
      library.verify(body, headers);
    } catch (error) {
      refused.push(error);
    }
  }
}
