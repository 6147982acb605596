import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FetchRequest, FetchResponse, ParleyOptions } from '../src/index.ts';
import { Parley } from '../src/index.ts';
import { failureOf } from './recording-client.ts';

// `asResponse` of a download: the bytes reach the caller before the file is complete.

/** A client of a server whose file has as many bytes as the test writes. */
function aFile(options: ParleyOptions = {}) {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller;
    },
  });
  const requests: FetchRequest[] = [];
  const fetch = async (_: string, request: FetchRequest): Promise<Response> => {
    requests.push(request);
    return new Response(body, { headers: { 'x-request-id': 'req_1' } });
  };
  const parley = new Parley({ apiKey: 'k', fetch, ...options });
  return {
    download: (signal?: AbortSignal) => parley.media.download('med_1', { signal }),
    write: (text: string) => sink?.enqueue(new TextEncoder().encode(text)),
    end: () => sink?.close(),
    breakOff: (error: Error) => sink?.error(error),
    requests,
  };
}

function readerOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  return { read: async () => (await reader?.read())?.value };
}

test('the caller has the first bytes while the server still writes', async () => {
  const file = aFile();
  const { read } = readerOf(await file.download().asResponse());
  file.write('one');
  expect(await read()).toBe('one');
  file.write('two');
  expect(await read()).toBe('two');
  file.end();
  expect(await read()).toBeUndefined();
});

test('a wait for more bytes that exceeds timeoutMs fails with a TimeoutError and ends the request', async () => {
  const file = aFile({ timeoutMs: 30, deadlineMs: 10 });
  const { read } = readerOf(await file.download().asResponse());
  file.write('one');
  expect(await read()).toBe('one');
  const error = await failureOf(read());
  const where = { method: 'GET', path: '/api/v1/media/med_1/content', requestId: 'req_1' };
  expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body', attempts: 1, ...where });
  expect(file.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test('the signal of the call ends the stream with an AbortedError', async () => {
  const file = aFile();
  const controller = new AbortController();
  const { read } = readerOf(await file.download(controller.signal).asResponse());
  const waiting = failureOf(read());
  controller.abort();
  expect((await waiting).name).toBe('AbortedError');
  expect(file.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test('a connection that breaks off fails the stream with a ConnectionError, without a retry', async () => {
  const file = aFile();
  const { read } = readerOf(await file.download().asResponse());
  file.breakOff(new TypeError('terminated'));
  const error = await failureOf(read());
  expect(error).toMatchObject({ name: 'ConnectionError', cause: { message: 'terminated' } });
  expect(file.requests).toHaveLength(1);
});

test('a reader that cancels ends the request', async () => {
  const file = aFile();
  const { body } = await file.download().asResponse();
  await body?.cancel();
  expect(file.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test('a refusal before the first byte is retried like that of any call', async () => {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return new Response('bytes', { status: requests > 1 ? 200 : 503 });
  };
  const parley = new Parley({ apiKey: 'k', fetch, initialBackoffMs: 1 });
  expect(await (await parley.media.download('med_1').asResponse()).text()).toBe('bytes');
  expect(requests).toBe(2);
});

test('streams the body of a fetch whose body is only iterable, as that of node-fetch', async () => {
  const fetch = async (): Promise<FetchResponse> => {
    const response = new Response();
    return Object.defineProperty(response, 'body', {
      value: Readable.from([Buffer.from('bytes')]),
    });
  };
  const parley = new Parley({ apiKey: 'k', fetch });
  expect(await (await parley.media.download('med_1').asResponse()).text()).toBe('bytes');
});

test('the first use of a call decides whether its file is streamed', async () => {
  const streamed = aFile().download();
  await streamed.asResponse();
  expect((await failureOf(streamed)).message).toMatch(/^asResponse\(\) streams this download/);
  const file = aFile();
  const whole = file.download();
  const data = whole.withMeta();
  const response = whole.asResponse();
  file.write('bytes');
  file.end();
  expect(await (await data).data.text()).toBe('bytes');
  expect(await (await response).text()).toBe('bytes');
  expect(await (await whole).text()).toBe('bytes');
});
