import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { eventExamples } from '@parley/contract/schemas';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  expressWebhook,
  fetchWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '../src/webhooks.ts';
import { listen } from './listen.ts';

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
const event = eventExamples['message.received'];
const body = JSON.stringify(event);

type Handler = (event: WebhookEvent) => unknown;
type Post = (init?: RequestInit) => Promise<Response>;

async function serve(listener: RequestListener): Promise<string> {
  return `${await listen(createServer(listener))}/webhooks`;
}

const quiet: express.ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(500).send(String(error.message));
};

/** Everything that answers webhooks, made from the same options and handler. */
const receivers: Record<
  string,
  (options: WebhookHandlerOptions, handler: Handler) => Promise<Post>
> = {
  Express: async (options, handler) => {
    const app = express().use('/webhooks', expressWebhook(options, handler)).use(quiet);
    const url = await serve(app);
    return (init) => fetch(url, init);
  },
  'node:http': async (options, handler) => {
    const receive = expressWebhook(options, handler);
    // As in user code: nothing awaits it, and a rejection would end the process.
    const url = await serve((request, response) => void receive(request, response));
    return (init) => fetch(url, init);
  },
  fetch: async (options, handler) => {
    const receive = fetchWebhook(options, handler);
    return (init) => {
      return receive(new Request('http://localhost/webhooks', init)).catch(
        (error: Error) => new Response(error.message, { status: 500 }),
      );
    };
  },
};

async function signed(given = body): Promise<RequestInit> {
  return {
    method: 'POST',
    body: given,
    headers: await signWebhook(given, { secrets, id: event.id }),
  };
}

describe.each(Object.keys(receivers))('with %s', (name) => {
  async function aReceiver(
    handler: Handler = () => undefined,
    more: Partial<WebhookHandlerOptions> = {},
  ) {
    const make = receivers[name];
    if (!make) throw new Error(`There is no ${name}`);
    return make({ secrets, ...more }, handler);
  }

  test('handles a valid webhook and answers 204', async () => {
    const events: WebhookEvent[] = [];
    const post = await aReceiver((given) => events.push(given));
    const response = await post(await signed());
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(events).toEqual([event]);
  });

  test('answers 400 with the reason to a forged webhook and does not handle it', async () => {
    const events: WebhookEvent[] = [];
    const post = await aReceiver((given) => events.push(given));
    const response = await post({ ...(await signed()), body: `${body} ` });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('Webhook refused: signature_mismatch');
    expect((await post({ method: 'POST', body })).status).toBe(400);
    expect(events).toEqual([]);
  });

  test('a body above 1 MB is answered 413', async () => {
    const post = await aReceiver();
    const large = await signed('x'.repeat(1_048_577));
    const response = await post(large);
    expect([response.status, await response.text()]).toEqual([
      413,
      'Webhook refused: body_too_large',
    ]);
  });

  test('another method is answered 405', async () => {
    const response = await (await aReceiver())({ method: 'GET' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('answers 500 when the handler fails, so that the sender retries', async () => {
    for (const fail of [
      () => Promise.reject(new Error('full')),
      () => {
        throw new Error('full');
      },
    ]) {
      const onError = () => undefined;
      const response = await (await aReceiver(fail, { onError }))(await signed());
      expect(response.status).toBe(500);
    }
  });

  test('a slow handler continues after the response, and its failure reaches onError', async () => {
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise((_, reject) => {
      fail = reject;
    });
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(error);
    const post = await aReceiver(() => slow, { answerWithinMs: 0, onError });
    expect((await post(await signed())).status).toBe(204);
    const late = new Error('late');
    fail(late);
    await expect.poll(() => failures).toEqual([late]);
  });

  test('invalid secrets are refused when the receiver is created', async () => {
    const texts = [[], [''], ['whsec_'], ['not base64!'], ['a'], Array(5).fill(secrets[0])];
    // Such as the variable of an environment that is not set.
    const unset = [undefined, [undefined], [secrets[0], undefined], [`${undefined}`], secrets[0]];
    for (const wrong of [...texts, ...unset]) {
      const given = { secrets: wrong as string[] };
      await expect(aReceiver(undefined, given)).rejects.toThrow('`secrets` must be 1 to 4 secrets');
    }
    await expect(aReceiver(undefined, { toleranceSeconds: -1 })).rejects.toThrow(
      'toleranceSeconds is -1; expected 0 or more, such as 300.',
    );
  });

  test('a missing handler is refused when the receiver is created', async () => {
    for (const [wrong, shown] of [
      [undefined, 'undefined'],
      [{}, 'of type Object'],
    ] as const) {
      const message = `handler is ${shown}; expected a function.`;
      await expect(receivers[name]?.({ secrets }, wrong as never)).rejects.toThrow(message);
    }
  });
});

describe('in Express', () => {
  test('accepts a body read by express.raw', async () => {
    const app = express().use(express.raw({ type: '*/*' }));
    const url = await serve(
      app.post(
        '/webhooks',
        expressWebhook({ secrets }, () => undefined),
      ),
    );
    expect((await fetch(url, await signed())).status).toBe(204);
  });

  test('a body parsed by express.json throws an error that says what to change', async () => {
    const app = express().use(express.json());
    app
      .post(
        '/webhooks',
        expressWebhook({ secrets }, () => undefined),
      )
      .use(quiet);
    const response = await fetch(await serve(app), await signed());
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('The body of the webhook was parsed before.');
  });
});

test('accepts the request of Fastify with a raw body', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
  app.post<{ Body: Buffer }>('/webhooks', async (request) => verifyWebhook(request, { secrets }));
  const { method: _, ...init } = await signed();
  const response = await app.inject({
    method: 'POST',
    url: '/webhooks',
    headers: init.headers as Record<string, string>,
    payload: body,
  });
  expect(response.json()).toEqual(event);
});

test('in node:http a failing handler reaches onError, and the server continues', async () => {
  const failures: unknown[] = [];
  const full = new Error('full');
  const receive = expressWebhook({ secrets, onError: (error) => failures.push(error) }, () =>
    Promise.reject(full),
  );
  const url = await serve((request, response) => void receive(request, response));
  const answers = [await fetch(url, await signed()), await fetch(url, await signed())];
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  expect(failures).toEqual([full, full]);
});

test('answers 413 to a sender that writes more than 1 MB, without closing early', async () => {
  const receive = expressWebhook({ secrets }, () => undefined);
  let wasCutOff: boolean | undefined;
  const url = await serve(async (incoming, response) => {
    await receive(incoming, response);
    wasCutOff = incoming.destroyed;
  });
  const { headers } = await signed();
  const sending = request(url, { method: 'POST', headers: headers as Record<string, string> });
  const answered = once(sending, 'response');
  // In pieces, of which the last does not come.
  for (let piece = 0; piece < 17; piece += 1) sending.write(Buffer.alloc(65_536));
  const [{ statusCode, headers: given }] = await answered;
  expect([statusCode, wasCutOff, given.connection]).toEqual([413, false, 'close']);
  sending.destroy();
});
