import { expect, onTestFinished, test, vi } from 'vitest';
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
