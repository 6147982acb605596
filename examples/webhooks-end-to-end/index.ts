// Creates an endpoint, receives the events of messages there, changes its secret, stops the receiver and
// catches up. Needs PARLEY_API_KEY, a server that may send to this machine, and a free RECEIVER_PORT.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, Parley, type WebhookDelivery } from '@parley/sdk';
import Database from 'better-sqlite3';
import { catchUp, openPlace } from './catch-up.ts';
import { openInbox } from './inbox.ts';
import { openBoard } from './message-board.ts';
import { startReceiver } from './receiver.ts';
import { secretsOf } from './secrets.ts';

const parley = new Parley();
const port = Number(process.env['RECEIVER_PORT'] ?? 4010);
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
const db = new Database(join(folder, 'shop.db'));
const board = openBoard(db);
const inbox = openInbox(db, board.note);
const sandbox = { name: 'Example', type: 'whatsapp', provider: 'sandbox' } as const;
const channel = (await parley.channels.list({ status: 'active', type: 'whatsapp' })).data[0];
const channelId = channel?.id ?? (await parley.channels.create(sandbox)).id;

const url = `http://127.0.0.1:${port}/webhooks`;
// #region create
const { id } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
// #endregion
let receiver = await startReceiver(inbox, { secrets: await secretsOf(parley, id), port });

// #region test
const { delivered, statusCode, error } = await parley.webhookEndpoints.test(id);
console.log(delivered ? `test: ${statusCode}` : `test: ${error?.code}, ${error?.message}`);
// #endregion

const first = await send('Your order is on its way.');
await until(async () => (await deliveries()).length === 3);
console.log(`first message: ${board.statusOf(first.id)}, as three events tell`);

// #region again
const [newest] = await deliveries();
if (newest) await parley.webhookDeliveries.redeliver(newest.id);
// #endregion
await until(() => receiver.arrivals === 5);
console.log(`redelivered: ${receiver.arrivals} webhooks, ${handled()} events`);

// #region rotate
await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 1 });
// Until the receiver knows the new secret, it accepts the signature made with the old one.
// #endregion
const second = await send('It is around the corner.');
await until(() => handled() === 6);
await receiver.close();
receiver = await startReceiver(inbox, { secrets: await secretsOf(parley, id), port });
console.log(`second message: ${board.statusOf(second.id)}, between two secrets`);

// #region down
await parley.webhookEndpoints.disable(id); // cancels the deliveries that wait
await receiver.close();
const third = await send('It is there.');
await until(async () => (await parley.messages.get(third.id)).status === 'read');

receiver = await startReceiver(inbox, { secrets: await secretsOf(parley, id), port });
const { createdAt } = await parley.webhookEndpoints.enable(id);
// Sends the stored events since the endpoint was created that it has not received, the canceled ones too.
const { count } = await parley.webhookEndpoints.replay(id, { since: createdAt });
// #endregion
await until(() => handled() === 9);
console.log(`third message: ${board.statusOf(third.id)}, after a replay of ${count} events`);

console.log(`the log: ${await catchUp(parley, inbox, openPlace(db))} events that did not come`);

await parley.webhookEndpoints.delete(id);
await receiver.close();
db.close();
rmSync(folder, { recursive: true });

function send(text: string): Promise<Message> {
  return parley.messages.send({ channelId, to: '5511987654321', type: 'text', text });
}

/** The acknowledged events, newest first. */
async function deliveries(): Promise<WebhookDelivery[]> {
  return (await parley.webhookEndpoints.listDeliveries(id, { status: 'delivered' })).data;
}

function handled(): unknown {
  return db.prepare('select count(handled_at) from inbox').pluck().get();
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('nothing came for 20 seconds');
    await sleep(50);
  }
}
