import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { eventExamples } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import {
  signWebhook,
  verifyWebhook,
  verifyWebhookSync,
  type WebhookInput,
} from '../src/webhooks.ts';
import { listen } from './listen.ts';
import { failureOf, reasonOf } from './recording-client.ts';

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
const event = eventExamples['message.received'];
const text = JSON.stringify({ ...event, text: 'Olá 🌊' });
const bytes = new TextEncoder().encode(text);
const headers = await signWebhook(text, { secrets, id: event.id });

const whatToGive =
  'Pass the headers and the raw body, such as { headers: request.headers, body: await request.text() }.';

function verify(input: WebhookInput) {
  return verifyWebhook(input, { secrets });
}

/** In pieces that cut characters in two. */
function streamOf(given: Uint8Array, size = 7): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= given.length) return controller.close();
      controller.enqueue(given.subarray(at, at + size));
      at += size;
    },
  });
}

const slack = new Uint8Array(bytes.length + 20);
slack.set(bytes, 10);

const bodies: Record<string, WebhookInput> = {
  text: { body: text, headers },
  'a Uint8Array': { body: bytes, headers },
  'a part of a larger buffer': { body: slack.subarray(10, 10 + bytes.length), headers },
  'an ArrayBuffer': { body: bytes.slice().buffer, headers },
  'a Buffer': { body: Buffer.from(text), headers },
  'a DataView': { body: new DataView(bytes.slice().buffer), headers },
  'rawBody beside a parsed body': { rawBody: Buffer.from(text), body: JSON.parse(text), headers },
  'a Request': new Request('http://x/', { method: 'POST', body: text, headers }),
  'a stream of the web': { body: streamOf(bytes), headers },
  'a stream of Node': { body: Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), headers },
  'a request of Node': Object.assign(Readable.from([Buffer.from(text)]), { headers }),
  'a request of Node that reads text': Object.assign(Readable.from([text]), { headers }),
};

test.each(Object.keys(bodies))('the body can be %s', async (name) => {
  expect(await verify(bodies[name] as WebhookInput)).toMatchObject({ id: event.id });
});

const pairs = Object.entries(headers);
const shouted = pairs.map(([name, value]) => [name.toUpperCase(), value] as const);
const headerForms: Record<string, WebhookInput['headers']> = {
  Headers: new Headers(headers),
  'an object': headers,
  'an object in capitals': Object.fromEntries(shouted),
  'an object of lists': Object.fromEntries(pairs.map(([name, value]) => [name, [value]])),
  'an object with what is not there': { ...headers, 'x-other': undefined, ':method': 'POST' },
  'an object without a prototype': Object.assign(Object.create(null), headers),
  'a Map': new Map(pairs),
  'a Map in capitals': new Map(shouted),
  'a list of pairs': pairs,
};

test.each(Object.keys(headerForms))('the headers can be %s', async (name) => {
  const input = { body: text, headers: headerForms[name] as WebhookInput['headers'] };
  expect(await verify(input)).toMatchObject({ id: event.id });
});

test('reads a repeated header as two signatures', async () => {
  const signatures = ['v1,AAAA', String(headers['webhook-signature'])];
  const { 'webhook-signature': _, ...rest } = headers;
  const joined = new Headers(rest);
  for (const value of signatures) joined.append('webhook-signature', value);
  expect(await verify({ body: text, headers: joined })).toMatchObject({ id: event.id });
  const lists = { ...rest, 'webhook-signature': signatures };
  expect(await verify({ body: text, headers: lists })).toMatchObject({ id: event.id });
});

describe('a body without its original bytes', () => {
  const used = new Request('http://x/', { method: 'POST', body: text, headers });
  const parsed = [
    JSON.parse(text),
    [1],
    5,
    true,
    {},
    { byteLength: -1 },
    () => undefined,
    undefined,
  ];

  test.each(parsed)('is not reported as a forgery when it is %o', async (body) => {
    const error = await failureOf(verify({ body, headers }));
    expect(error.name).toBe('ParleyError');
    expect(error.message).toBe(`The body of the webhook was parsed before. ${whatToGive}`);
  });

  test('is not reported as a forgery when it was already read', async () => {
    await used.text();
    const read = Object.assign(Readable.from([text]), { headers });
    await read.toArray();
    const locked = new Request('http://x/', { method: 'POST', body: text, headers });
    locked.body?.getReader();
    for (const input of [used, read, locked]) {
      const { message } = await failureOf(verify(input));
      expect(message).toBe(`The body of the webhook was read before. ${whatToGive}`);
    }
  });
});

test('bytes after the signed body are refused, even if they are a part of a character', async () => {
  const longer = Buffer.concat([bytes, Buffer.of(0xe2)]);
  for (const body of [longer, streamOf(longer)]) {
    expect(await reasonOf(verify({ body, headers }))).toBe('signature_mismatch');
  }
});

test('a request without a body is refused', async () => {
  const bare = new Request('http://x/', { method: 'POST', headers });
  expect(await reasonOf(verify(bare))).toBe('signature_mismatch');
});

test('missing headers are an error of the receiver, not of the sender', async () => {
  // A context of Hono has the request in `raw`.
  const wrapped = { raw: new Request('http://x/', { method: 'POST', body: text, headers }) };
  const bare = [undefined, null].map((headers) => ({ body: text, headers }));
  for (const input of [wrapped, ...bare, undefined, null]) {
    const error = await failureOf(verify(input as unknown as WebhookInput));
    const message = `The headers of the webhook are missing. ${whatToGive}`;
    expect([error.name, error.message]).toEqual(['ParleyError', message]);
  }
});

test('the error for the body and the headers as two arguments shows the right argument', async () => {
  const call = verifyWebhook as unknown as (...given: unknown[]) => Promise<unknown>;
  const callSync = verifyWebhookSync as unknown as (...given: unknown[]) => unknown;
  const message = `The headers of the webhook are missing. ${whatToGive}`;
  for (const body of [text, bytes]) {
    expect((await failureOf(call(body, headers, { secrets }))).message).toBe(message);
    expect(() => callSync(body, headers, { secrets })).toThrow(message);
  }
});

describe('a body above 1 MB', () => {
  const large = new Uint8Array(1_048_577).fill(32);

  test('is refused in every form', async () => {
    const forms: WebhookInput[] = [
      { body: large, headers },
      { body: large.buffer, headers },
      { body: new TextDecoder().decode(large), headers },
      { body: streamOf(large, 65_536), headers },
    ];
    for (const input of forms) expect(await reasonOf(verify(input))).toBe('body_too_large');
    const fits = { body: large.subarray(1), headers };
    expect(await reasonOf(verify(fits))).toBe('signature_mismatch');
  });

  test('is read no further', async () => {
    let pulled = 0;
    let canceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(large.subarray(0, 100_000));
      },
      cancel: () => {
        canceled = true;
      },
    });
    expect(await reasonOf(verify({ body: endless, headers }))).toBe('body_too_large');
    expect(canceled).toBe(true);
    expect(pulled).toBeLessThan(15);
  });

  test('is not read when its headers are invalid', async () => {
    const request = new Request('http://x/', { method: 'POST', body: text });
    expect(await reasonOf(verify(request))).toBe('header_missing');
    expect(request.bodyUsed).toBe(false);
  });
});

test('a connection that ends within the body is not reported as a forgery', async () => {
  const server = createServer();
  const { port } = new URL(await listen(server));
  const socket = connect(Number(port), '127.0.0.1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n${lines.join('')}\r\n{"id"`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const reason = reasonOf(verify(request));
  socket.destroy();
  expect(await reason).toBe('body_incomplete');
});
