import { secretKey, secretText } from '../adapter.ts';
import { type Case, type Cell, notThere } from '../case.ts';
import { ok, refuse, type Seen, startFaultServer } from '../fault-server.ts';
import { type Channel, channels, type Settings } from '../protocol.ts';

const limitMs = 10_000;

export const redirectCases: Case[] = (['get', 'post'] as const).map((verb) => ({
  group: 'Secrets that are sent elsewhere or shown',
  name: `307 to another origin, ${verb.toUpperCase()}`,
  pace: 'waiting',
  async run(_adapter, client) {
    const other = await startFaultServer((_request, response) => ok(response));
    const server = await startFaultServer((_request, response) => {
      response.writeHead(307, { location: `${other.url}/elsewhere` });
      response.end();
    });
    const { ended } = await client.perform<'call'>({ do: 'call', url: server.url, verb }, limitMs);
    const left = leftWith(other.seen);
    server.close();
    other.close();
    if (left.length > 0) return { text: `${left.join(' and ')} sent there`, good: false };
    const followed = other.seen.length > 0 ? 'followed without secrets' : 'refused';
    return { text: ended === 'pending' ? `${followed}, goes on` : followed, good: true };
  },
}));

const failures: { name: string; status: number | undefined }[] = [
  { name: 'of a POST that is refused', status: 400 },
  { name: 'of a POST that times out', status: undefined },
];

export const secretCases: Case[] = failures.map(({ name, status }) => ({
  group: 'Secrets that are sent elsewhere or shown',
  name: `key or text in error, JSON, inspect, log, hook ${name}`,
  pace: 'waiting',
  async run(_adapter, client) {
    const server = await startFaultServer((_request, response) => {
      if (status) refuse(response, status);
    });
    const settings: Settings = { timeoutMs: 1_000, retries: false };
    const task = { do: 'secrets', url: server.url, settings } as const;
    const found = await client.perform<'secrets'>(task, limitMs);
    server.close();
    return secretsCell(found);
  },
}));

function secretsCell(found: Record<Channel, string[] | undefined>): Cell {
  const tried = channels.filter((channel) => found[channel]);
  if (tried.length === 0) return notThere;
  const leaks = tried.filter((channel) => (found[channel] ?? []).length > 0);
  const text = leaks.map((channel) => `${found[channel]?.join(' and ')} in ${channel}`).join(', ');
  return { text: text || `none in ${tried.length}`, good: leaks.length === 0 };
}

function leftWith(seen: Seen[]): string[] {
  const has = (where: (request: Seen) => string, secret: string): boolean =>
    seen.some((request) => where(request).includes(secret));
  return [
    ...(has(({ headers }) => JSON.stringify(headers), secretKey) ? ['key'] : []),
    ...(has(({ body }) => body, secretText) ? ['body'] : []),
  ];
}
