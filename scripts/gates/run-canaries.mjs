// Canaries of the gates that run the server: fuzz and the short benches.
import { spawnSync } from 'node:child_process';
import { whileChanged } from './copy.mjs';

/** Plants mistakes in a copy of the project; returns those that the gates do not refuse. */
export function missedByRuns(copy) {
  return [...missedByFuzz(copy), ...missedByPlain(copy), ...missedByDrain(copy)];
}

/** Requests that break the contract's schemas are answered 500. */
function missedByFuzz(copy) {
  const changes = [
    ['packages/server/src/http/errors.ts', 'thrown instanceof RequestValidationError', 'false'],
  ];
  const args = ['scripts/fuzz.mjs', '--database', 'sqlite', '--requests', '300'];
  const isRefused = ({ status, stdout }) => status === 1 && stdout.includes(': status 500');
  return missedUnless(isRefused, runChanged(copy, changes, args), 'fuzz, answers with status 500');
}

/** Every create of a record holds the process for 20 ms. */
function missedByPlain(copy) {
  const hold = 'for (const end = Date.now() + 20; Date.now() < end; );';
  const create =
    'await inOrder([checkReferences(ctx, body), requireRoom(ctx), requireFewer(ctx, body)]);';
  const changes = [['packages/server/src/crud/records.ts', create, `${hold}\n${create}`]];
  const args = ['scripts/bench.mjs', 'plain', 'short', 'SQLite', 'create'];
  // Below its goal, or without an answer in the time of a round.
  const isRefused = ({ status, stderr }) => status === 1 && /of a goal|ours answered/.test(stderr);
  return missedUnless(isRefused, runChanged(copy, changes, args), 'plain, creates that take 20 ms');
}

/** One channel sends at twice its limit of 20 messages per second, for which a busy machine is fast enough. */
function missedByDrain(copy) {
  const bench = 'packages/labs/src/bench/server/drain.ts';
  const changes = [
    ['packages/domain/src/throttle.ts', 'perSecond * 0.9', 'perSecond / 2'],
    [bench, 'channelCapabilities.whatsapp.throttlePerSecond', '20'],
    [bench, 'channels: 3', 'channels: 1'],
  ];
  const args = ['scripts/bench.mjs', 'drain', 'short', 'SQLite', 'provider', '150'];
  const isRefused = ({ status, stderr }) => status === 1 && stderr.includes('exceeds its limit');
  return missedUnless(
    isRefused,
    runChanged(copy, changes, args),
    'drain, a channel above its limit',
  );
}

/** Returns the mistake unless the gate refused it, and prints the output of the gate, which shows why it did not. */
function missedUnless(isRefused, result, mistake) {
  if (isRefused(result)) return [];
  console.error(`${result.status}\n${result.stdout}\n${result.stderr}`);
  return [mistake];
}

/** Runs a script while texts of the copy are replaced. The result has no status when a file does not contain its text. */
function runChanged(copy, changes, args) {
  const run = () => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return whileChanged(copy, changes, run) ?? { stdout: '', stderr: '' };
}
