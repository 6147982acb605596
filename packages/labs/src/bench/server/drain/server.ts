// One server of the drain bench: with the sandbox, or with a provider that takes 300 ms to answer.
import { setTimeout as wait } from 'node:timers/promises';
import { reportPort } from '../harness/report-port.ts';
import { type Provider, serveOurs } from '../requests/ours.ts';

const answerMs = 300;

/** When the server handed each message to the provider, in milliseconds, by channel. */
const sent = new Map<string, number[]>();

const provider: Provider = {
  async send(_ctx, { message, attempt }) {
    const times = sent.get(message.channelId) ?? [];
    sent.set(message.channelId, times);
    times.push(performance.now());
    await wait(answerMs);
    return { kind: 'accepted', externalId: `${message.id}-${attempt}` };
  },
};

const [kind, dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const place = { dataDir, databaseUrl, worker: 'on' };
const port = await serveOurs(kind === 'provider' ? { ...place, provider } : place);
reportPort(port, { answers: { sent: () => [...sent.values()] } });
