// Meets failures of each kind, on a server that lives in this process.
import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { judge, statusOf, tellQuota, wrongFields } from './index.ts';

const mock = createMock();
const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
const [{ id: channelId }] = mock.seed.channels(1);
const text = { channelId, to: '5511987654321', type: 'text', text: 'Hello' } as const;

const invalid = await parley.channels
  .create({ name: '', type: 'whatsapp', provider: 'sandbox' })
  .safe();
if (!invalid.ok) console.log(`an invalid request: ${wrongFields(invalid.error).join('; ')}`);

mock.messages.send.networkError({ afterEffect: true });
const lost = await parley.messages.send(text, { maxRetries: 0 }).safe();
if (!lost.ok) console.log(`a lost answer: ${judge(lost.error)}`);

console.log(`a missing message: ${await statusOf(parley, 'msg_unknown')}`);
console.log(await tellQuota(parley));

// The SDK sends nothing more until the quota is there again: this comes last.
mock.messages.send.rateLimit({ retryAfter: 300 });
const limited = await parley.messages.send(text).safe();
if (!limited.ok) console.log(`a quota that is used up: ${judge(limited.error)}`);
