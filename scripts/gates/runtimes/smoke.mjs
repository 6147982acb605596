// The smoke test of the SDK in every runtime. It gets the packages as loaded there.

/** Returns the failed checks; empty when all succeed. */
export async function smoke({ sdk, webhooks, validation, baseUrl, apiKey, isBrowser = false }) {
  const { Parley, ...errors } = sdk;
  const browser = isBrowser ? { dangerouslyAllowBrowser: true } : {};
  const options = { apiKey, baseUrl, validate: validation.contractValidation(), ...browser };
  const parley = new Parley(options);
  const fails = async (name, call) => {
    const result = await call.safe();
    return !result.ok && errors[name].is(result.error) && result.error;
  };
  const checks = {
    'a list is followed to its end': async () => {
      const found = await parley.messages.list().toArray({ limit: 10 });
      return found.length === 2;
    },
    'a POST is sent again with the same key': async () => {
      const input = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Olá' };
      const { data, attempts, idempotencyKey } = await parley.messages.send(input).withMeta();
      return attempts === 2 && data.text === `${idempotencyKey} ${idempotencyKey}`;
    },
    'the quota is read': async () => {
      const { rateLimit } = await parley.tenants.current().withMeta();
      return rateLimit.remaining === 599;
    },
    'a missing record is a NotFoundError': async () => {
      const error = await fails('NotFoundError', parley.messages.get('missing'));
      return error.code === 'SVC-NOT-FOUND' && error.outcome === 'rejected';
    },
    'no answer is a TimeoutError': async () => {
      const impatient = parley.with({ timeoutMs: 200, maxRetries: 0 });
      const error = await fails('TimeoutError', impatient.messages.get('hang'));
      return error.phase === 'headers';
    },
    'a body that stops is a TimeoutError': async () => {
      const impatient = parley.with({ timeoutMs: 500, maxRetries: 0 });
      const error = await fails('TimeoutError', impatient.messages.get('stall'));
      return error.phase === 'body';
    },
    'a signal stops a call': async () => {
      const controller = new AbortController();
      const call = parley.messages.get('hang', { signal: controller.signal });
      setTimeout(() => controller.abort(), 20);
      return Boolean(await fails('AbortedError', call));
    },
    'a redirect is refused': async () => {
      return Boolean(await fails('RedirectError', parley.messages.get('moved')));
    },
    'a closed port is a ConnectionError': async () => {
      const closed = await (await fetch(`${baseUrl}/closed-port`)).text();
      const nobody = parley.with({ baseUrl: closed, maxRetries: 0 });
      const error = await fails('ConnectionError', nobody.tenants.current());
      // Browsers, workers and Deno do not say by a code why there was no connection.
      const { process, Deno } = globalThis;
      const isReported = process?.versions?.node !== undefined && Deno === undefined;
      return error.outcome === (isReported ? 'not_sent' : 'unknown');
    },
    'an answer is held to the contract': async () => {
      const error = await fails('ResponseValidationError', parley.messages.get('wrong'));
      return error.details.issues[0].path === 'status';
    },
    'a webhook is verified': async () => {
      const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
      const event = { type: 'message.received', data: { object: { text: 'Olá 🌊' } } };
      const delivery = await webhooks.testWebhook(event, { secrets });
      const request = (init) => new Request('http://localhost/', { method: 'POST', ...init });
      const verified = await webhooks.verifyWebhook(request(delivery), { secrets });
      const receive = webhooks.fetchWebhook({ secrets }, () => undefined);
      const forged = { ...delivery, body: `${delivery.body} ` };
      const answers = [await receive(request(delivery)), await receive(request(forged))];
      return (
        verified.data.object.text === 'Olá 🌊' &&
        answers.map(({ status }) => status).join() === '204,400'
      );
    },
    ...(isBrowser && {
      'a browser is refused unless it is allowed': () => {
        try {
          new Parley({ apiKey, baseUrl });
          return false;
        } catch (error) {
          return errors.ParleyError.is(error);
        }
      },
    }),
  };
  const failed = [];
  for (const [what, check] of Object.entries(checks)) {
    try {
      if (!(await check())) failed.push(what);
    } catch (error) {
      failed.push(`${what}: ${error}`);
    }
  }
  return failed;
}
