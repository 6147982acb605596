import { expect, test, vi } from 'vitest';
import { judge } from '../gates/processes.mjs';

test('an error fails a trial, also one that must be refused', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  const failing = async () => {
    throw new Error('the browser did not start');
  };
  const yes = async () => true;
  const no = async () => false;
  const trials = [
    { passes: yes },
    { fails: no },
    { isSkipped: true },
    { passes: no },
    { fails: yes },
    { passes: failing },
    { fails: failing },
  ];
  const results = await Promise.all(trials.map((trial) => judge({ name: 'a trial', ...trial })));
  vi.restoreAllMocks();
  expect(results).toEqual([true, true, true, false, false, false, false]);
});
