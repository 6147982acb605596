import { expect, test } from 'vitest';
import { request, startSimulator } from './sink.ts';

const text = { type: 'text', text: { body: 'Hello' } };

test('TikTok accepts ten requests in a second with the tokens of one app', async () => {
  const simulator = await startSimulator({ now: () => 0 });
  const app = simulator.addApp();
  const tokens = [1, 2].map(() => simulator.addAccount('tiktok', { app }).accessToken);
  const path = `${simulator.urls.tiktok}/open_api/v1.3/business/message/capabilities/get/`;
  const codes: unknown[] = [];
  for (let n = 0; n < 11; n += 1) {
    const headers = { 'access-token': tokens[n % 2] ?? '' };
    const { json } = await request(path, { method: 'GET', headers });
    codes.push(json['code']);
  }
  expect(codes).toEqual([...Array(10).fill(0), 40_100]);
  expect(app.meter.measured.refused.rate).toBe(1);
});

test('TikTok accepts ten messages to a customer until the first answer, also from its app', async () => {
  let now = Date.now();
  const simulator = await startSimulator({ now: () => now });
  const { account, accessToken } = simulator.addAccount('tiktok');
  const send = async (to: string): Promise<unknown> => {
    // TikTok accepts ten messages in a second.
    now += 1_000;
    const { json } = await request(
      `${simulator.urls.tiktok}/open_api/v1.3/business/message/send/`,
      {
        headers: { 'access-token': accessToken },
        json: {
          business_id: account.id,
          recipient_type: 'CONVERSATION',
          recipient: to,
          message_type: 'TEXT',
          text: { body: 'Hi' },
        },
      },
    );
    return json;
  };
  const accepted = expect.objectContaining({ code: 0 });
  const refused = expect.objectContaining({ code: 40_064 });
  const write = (content: object) => simulator.write(account, { address: 'ana' }, { ...content });
  write(text);
  write(text);
  simulator.writeInApp(account, 'ana', 'From the app');
  for (let n = 0; n < 9; n += 1) expect(await send('ana')).toEqual(accepted);
  expect(await send('ana')).toEqual(refused);
  write({ type: 'reaction', reaction: [] });
  expect(await send('ana')).toEqual(refused);
  write(text);
  for (let n = 0; n < 11; n += 1) expect(await send('ana')).toEqual(accepted);
  simulator.write(account, { address: 'ben' }, text);
  expect(await send('ben')).toEqual(accepted);
});
