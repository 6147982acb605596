// Serves the receiver on a free port and delivers an event of the mocks to it, twice.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMock } from '@parley/msw';
import { createApp, createHandler } from './index.ts';

const mock = createMock();
const notes: string[] = [];
const app = createApp({ secrets: [mock.webhooks.secret] }, createHandler(notes));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const event = await mock.webhooks.event('message.received', { text: 'Hi!' });
const { attempts } = await mock.webhooks.deliver(event, `http://127.0.0.1:${port}/webhooks`, {
  duplicate: true,
});
for (const { status } of attempts) console.log(`a delivery was answered with ${status}`);
console.log(notes.join('\n'));
server.close();
