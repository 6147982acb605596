import { expect, test } from 'vitest';
import { startDemoServer } from '../demo-server.ts';
import { runExample } from '../run.ts';

test('sends, reads, answers and lists a message on a new server', async () => {
  const server = await startDemoServer();
  const { code, lines } = await runExample('send-a-message', {
    PARLEY_API_KEY: server.apiKey,
    PARLEY_BASE_URL: server.url,
  });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      'accepted, and queued',
      '  queued',
      '  sending',
      '  sent',
      '  delivered',
      '  read',
      'outbound: Your order is on its way.',
      'inbound: Thank you!',
    ],
  });
});
