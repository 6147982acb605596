// Sends a message through a sandbox channel, waits until it was read, lets the customer answer and
// walks the conversation. Needs PARLEY_API_KEY, and PARLEY_BASE_URL unless the server is a local one.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, Parley } from '@parley/sdk';

const parley = new Parley();
const sandbox = { name: 'Example', type: 'whatsapp', provider: 'sandbox' } as const;
const active = await parley.channels.list({ type: 'whatsapp', status: 'active' });
const channel = active.data[0] ?? (await parley.channels.create(sandbox));

// #region send
const message = await parley.messages.send({
  channelId: channel.id,
  to: '5511987654321',
  type: 'text',
  text: 'Your order is on its way.',
});
console.log(`accepted, and ${message.status}`);
// #endregion

// #region follow
const read = await settled(message.id);
if (read.status !== 'read')
  throw new Error(`the message is ${read.status}: ${read.error?.message}`);
for await (const { type } of parley.messages.listEvents(message.id)) console.log(`  ${type}`);
// #endregion

// #region answer
await parley.channels.simulateInbound(channel.id, {
  type: 'text',
  from: message.to,
  text: 'Thank you!',
});
// #endregion

// #region conversation
const messages = parley.conversations.listMessages(message.conversationId, {
  sort: 'createdAt',
  limit: 1,
});
for await (const { direction, text } of messages) console.log(`${direction}: ${text}`);
// #endregion

async function settled(id: string): Promise<Message> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await parley.messages.get(id);
    const isSettled = ['read', 'failed', 'canceled'].includes(found.status);
    if (isSettled || Date.now() > deadline) return found;
    await sleep(50);
  }
}
