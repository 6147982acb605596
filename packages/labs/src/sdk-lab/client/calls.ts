import { getEventListeners } from 'node:events';
import { type Adapter, type Client, secretKey } from '../adapter.ts';
import type { AbortResult, BurstResult, CallResult, SignalResult, Task } from '../protocol.ts';
import { timed } from './timed.ts';

type TaskOf<Name extends Task['do']> = Extract<Task, { do: Name }>;

export async function call(
  adapter: Adapter,
  { url, verb, settings }: TaskOf<'call'>,
  limitMs: number,
): Promise<CallResult> {
  const client = await clientOf(adapter, url, settings);
  return timed(() => client[verb](), limitMs);
}

export async function abort(
  adapter: Adapter,
  { url, verb, afterMs }: TaskOf<'abort'>,
  limitMs: number,
): Promise<AbortResult> {
  const client = await clientOf(adapter, url);
  const controller = new AbortController();
  let abortedAt = performance.now();
  const fire = (): void => {
    abortedAt = performance.now();
    controller.abort();
  };
  if (afterMs === 0) fire();
  else setTimeout(fire, afterMs);
  const result = await timed(() => client[verb](controller.signal), limitMs);
  return { ...result, lateMs: performance.now() - abortedAt };
}

export async function oneSignal(
  adapter: Adapter,
  { url, calls }: TaskOf<'one-signal'>,
): Promise<SignalResult> {
  const client = await clientOf(adapter, url);
  const { signal } = new AbortController();
  let warnings = 0;
  const onWarning = ({ name }: Error): void => {
    if (name === 'MaxListenersExceededWarning') warnings += 1;
  };
  process.on('warning', onWarning);
  let left = calls;
  let failed = 0;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.get(signal).catch(() => {
        failed += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  await turn();
  const listeners = getEventListeners(signal, 'abort').length;
  globalThis.gc?.();
  await turn();
  process.off('warning', onWarning);
  return { listeners, collected: getEventListeners(signal, 'abort').length, warnings, failed };
}

export async function burst(
  adapter: Adapter,
  { url, calls }: TaskOf<'burst'>,
  limitMs: number,
): Promise<BurstResult> {
  const client = await clientOf(adapter, url);
  const results = await Promise.all(
    Array.from({ length: calls }, () => timed(() => client.get(), limitMs)),
  );
  const failures = results.filter(({ ended }) => ended === 'rejected');
  const { error } = failures[0] ?? {};
  return {
    failed: failures.length,
    pending: results.filter(({ ended }) => ended === 'pending').length,
    seconds: Math.max(...results.map(({ ms }) => ms)) / 1_000,
    firstError: error && `${error.className}: ${error.message}`,
  };
}

export function clientOf(
  adapter: Adapter,
  url: string,
  settings: TaskOf<'call'>['settings'] = {},
): Promise<Client> {
  return adapter.open({ baseUrl: url, apiKey: secretKey, ...settings });
}

// Long enough for work that a client defers until after the response.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
}
