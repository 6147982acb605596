import { inspect } from 'node:util';
import { type Adapter, secretKey, secretText } from '../adapter.ts';
import { type Channel, channels, type SecretsResult, type Task } from '../protocol.ts';

type Seen = Record<Channel, string>;

/** Makes a POST fail, and searches everything that the SDK then exposes for the API key and the text of the request. */
export async function secrets(
  adapter: Adapter,
  { url, settings }: Extract<Task, { do: 'secrets' }>,
  limitMs: number,
): Promise<SecretsResult> {
  const seen: Seen = { error: '', json: '', inspect: '', log: '', hook: '' };
  const asked = new Set<Channel>(['error', 'json', 'inspect']);
  const write = (channel: Channel) => {
    return (...values: unknown[]): void => {
      asked.add(channel);
      // A logger prints its input, and a tracer stores it.
      seen[channel] += values.map((value) => shown(value)).join(' ');
    };
  };
  const client = await adapter.open({
    baseUrl: url,
    apiKey: secretKey,
    ...settings,
    log: write('log'),
    hook: write('hook'),
  });
  const failure = await Promise.race([
    client.post().then(
      () => undefined,
      (error: unknown) => error,
    ),
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), limitMs).unref();
    }),
  ]);
  if (failure instanceof Error) seen.error = `${failure.message} ${failure.stack}`;
  seen.json = jsonOf(failure) + jsonOf(client.raw);
  seen.inspect = shown(failure) + shown(client.raw);
  const found = (channel: Channel): string[] =>
    [
      ['key', secretKey],
      ['text', secretText],
    ].flatMap(([name = '', secret = '']) => (seen[channel].includes(secret) ? [name] : []));
  return Object.fromEntries(
    channels.map((channel) => [channel, asked.has(channel) ? found(channel) : undefined]),
  ) as SecretsResult;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 6, maxStringLength: null });
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A circular object shows nothing.
    return '';
  }
}
