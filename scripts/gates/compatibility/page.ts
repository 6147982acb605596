// Runs in a page: tests the parts of the mocks that a browser needs, and reports to the server of the page.
import { createMock } from '@parley/msw';
import { setupWorker } from 'msw/browser';

const failures: string[] = [];

function check(what: string, isGood: boolean): void {
  if (!isGood) failures.push(what);
}

async function run(): Promise<void> {
  const mock = createMock({ baseUrl: 'https://api.example' });
  const worker = setupWorker(...mock.handlers);
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
  const [channel] = mock.seed.channels(1);
  const headers = { 'x-api-key': mock.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({
    channelId: channel.id,
    to: '5511987654321',
    type: 'text',
    text: 'Hi',
  });
  const url = 'https://api.example/api/v1/messages';
  const sent = await fetch(url, { method: 'POST', headers, body });
  check(`a message is accepted: ${sent.status}`, sent.status === 202);
  await mock.settle();
  const list = await (await fetch(url, { headers })).json();
  check(`it is listed: ${JSON.stringify(list)}`, list.data[0]?.status === 'read');
  mock.messages.list.fail(503).then.networkError();
  check('a fault is answered', (await fetch(url, { headers })).status === 503);
  const broken = await fetch(url, { headers }).catch((error: unknown) => error);
  check('a connection breaks', broken instanceof TypeError);
  check('fetch works without a worker', (await mock.fetch(url, { headers })).status === 200);
  const event = await mock.webhooks.event('message.received');
  check('events are signed', event.headers['webhook-signature']?.startsWith('v1,') === true);
  const listening = await mock.listen().catch((error: unknown) => error);
  check('only Node can listen', listening instanceof Error);
  mock.verify();
  worker.stop();
}

await run().catch((error: unknown) => failures.push(String(error)));
await fetch('/result', { method: 'POST', body: JSON.stringify(failures) });
