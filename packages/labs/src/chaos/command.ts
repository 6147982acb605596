import { runParley as runServers } from '../server.ts';
import { startWorker } from './worker.ts';

/** Runs the `parley` command, or the `worker` of the harness. One bundle contains both. */
export async function runParley(words: readonly string[]): Promise<void> {
  if (words[0] === 'worker') await startWorker();
  else await runServers(words);
}
