// Webhooks of WhatsApp, signed as Meta signs them.

import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

/** The app secret, with which webhooks are signed. */
export const secret = 'bench';
/** The ID of the phone number. */
export const lineId = '106540352242922';
const agent = new Agent({ keepAlive: true });

/** Returns a WhatsApp webhook with messages of 200 people. */
export function bodyOf(name: string, number: number, itemsEach: number): string {
  const messages = Array.from({ length: itemsEach }, (_, n) => {
    const from = `49151${String((number * itemsEach + n) % 200).padStart(8, '0')}`;
    const id = `wamid.bench.${name}.${n}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return { from, id, timestamp, type: 'text', text: { body: 'Where is my order?' } };
  });
  const contacts = messages.map(({ from }) => ({ profile: { name: 'Ana' }, wa_id: from }));
  return webhookOf({ contacts, messages });
}

/** Returns a WhatsApp webhook with a status report. */
export function statusBodyOf(id: string): string {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return webhookOf({
    statuses: [{ id, status: 'delivered', timestamp, recipient_id: '4915100000000' }],
  });
}

function webhookOf(items: object): string {
  const metadata = { display_phone_number: '15550783881', phone_number_id: lineId };
  const value = { messaging_product: 'whatsapp', metadata, ...items };
  const entry = [{ id: '102290129340398', changes: [{ field: 'messages', value }] }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

/** Sends a webhook. Throws when it is not acknowledged. */
export function post(port: number, body: string): Promise<void> {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-hub-signature-256': `sha256=${hex}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', path: '/hooks/whatsapp', method: 'POST', headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`a webhook was answered with ${answer.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Closes the connections of `post`, so that the server can stop. */
export function closeConnections(): void {
  agent.destroy();
}
