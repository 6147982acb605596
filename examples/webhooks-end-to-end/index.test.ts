import { expect, test } from 'vitest';
import { startDemoServer } from '../demo-server.ts';
import { freePort, runExample } from '../run.ts';

test('on a new server, handles each event once during a secret rotation and a restart', async () => {
  const server = await startDemoServer({
    PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
    PARLEY_WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
    PARLEY_SANDBOX_DELAY_MS: '50',
  });
  const { code, lines } = await runExample('webhooks-end-to-end', {
    PARLEY_API_KEY: server.apiKey,
    PARLEY_BASE_URL: server.url,
    RECEIVER_PORT: await freePort(),
  });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      'test: 204',
      'first message: read, as three events tell',
      'redelivered: 5 webhooks, 3 events',
      'second message: read, between two secrets',
      'third message: read, after a replay of 3 events',
      'the log: 0 events that did not come',
    ],
  });
});
