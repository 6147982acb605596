import { expect, onTestFinished, test, vi } from 'vitest';
import { startCommand } from '../../test/command.ts';
import { migratedPlace } from '../../test/databases.ts';
import { endFirstProcess, onStopSignal } from './stop-signals.ts';

test('a process that does not end by itself ends 29.5 s after a signal, or at a second one', () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const known = process.listeners('SIGTERM');
  const heard: string[] = [];
  const { ignore } = onStopSignal((signal) => heard.push(signal));
  onTestFinished(() => {
    ignore();
    exit.mockRestore();
    vi.useRealTimers();
  });
  const [hear] = process.listeners('SIGTERM').filter((listener) => !known.includes(listener));
  expect(process.listeners('SIGINT')).toContain(hear);
  hear?.('SIGTERM');
  expect(heard).toEqual(['SIGTERM']);
  vi.advanceTimersByTime(29_499);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[1]]);
  hear?.('SIGINT');
  expect(exit.mock.calls).toEqual([[1], [1]]);
  ignore();
  expect(process.listeners('SIGTERM')).toEqual(known);
});

test('a hang-up stops a server like SIGTERM, and a second one does not end it at once', () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const known = process.listeners('SIGHUP');
  const heard: string[] = [];
  const { ignore } = onStopSignal((signal) => heard.push(signal), { hangUp: true });
  onTestFinished(() => {
    ignore();
    exit.mockRestore();
    vi.useRealTimers();
  });
  const [hear] = process.listeners('SIGHUP').filter((listener) => !known.includes(listener));
  hear?.('SIGHUP');
  hear?.('SIGHUP');
  expect(heard).toEqual(['SIGHUP']);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(29_500);
  expect(exit.mock.calls).toEqual([[1]]);
  ignore();
  expect(process.listeners('SIGHUP')).toEqual(known);
});

test.each(['serve', 'worker'])('`parley %s` exits with 0 after a hang-up', async (command) => {
  const place = await migratedPlace('SQLite');
  const running = await startCommand(place, [command], { ready: /listening on|is running/ });
  process.kill(running.pid, 'SIGHUP');
  expect(await running.ended).toBe(0);
});

test('a signal ends process 1 unless a server handles it', () => {
  // A stop that takes too long also ends the process: this must not happen to the tests.
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const known = signals.map((signal) => process.listeners(signal));
  onTestFinished(() => {
    for (const [index, signal] of signals.entries()) {
      process.removeAllListeners(signal);
      for (const listener of known[index] ?? []) process.on(signal, listener);
    }
    exit.mockRestore();
    vi.useRealTimers();
  });
  for (const signal of signals) process.removeAllListeners(signal);
  endFirstProcess(2);
  expect(signals.flatMap((signal) => process.listeners(signal))).toEqual([]);
  endFirstProcess(1);
  const { ignore } = onStopSignal(() => {});
  process.emit('SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  ignore();
  for (const signal of signals) process.emit(signal);
  expect(exit.mock.calls).toEqual([[143], [130]]);
});

const signals = ['SIGTERM', 'SIGINT'] as const;
