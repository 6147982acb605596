import { dirname, join } from 'node:path';
import { freePort } from '../../../../scripts/postgres/start-postgres.ts';
import type { DatabaseName } from '../options.ts';
import { Slot, type SlotOptions } from './slot.ts';
import { withSources } from './sources.ts';

const folder = dirname(process.argv[1] ?? '');
const workerCount = 2;
/** The number of servers: only one can use a SQLite database. */
const serverCounts = { sqlite: 1, postgres: 2 } as const;

/** The servers and workers of a run, which are killed and started again. */
export class Processes {
  readonly slots: Slot[] = [];

  /** Starts the servers and workers, and returns the URLs of the servers. */
  async start(database: DatabaseName, env: Readonly<Record<string, string>>): Promise<string[]> {
    const urls: string[] = [];
    for (let n = 0; n < serverCounts[database]; n += 1) {
      const port = await freePort();
      urls.push(`http://127.0.0.1:${port}`);
      const own = { ...env, PARLEY_PORT: String(port), PARLEY_WORKER: 'off' };
      this.#add(`server ${n + 1}`, ['serve'], own);
    }
    for (let n = 0; n < workerCount; n += 1) this.#add(`worker ${n + 1}`, ['worker'], env);
    await Promise.all(this.slots.map((slot) => slot.start()));
    return urls;
  }

  /** Returns the names of processes that ended without being killed. */
  endedThemselves(): string[] {
    return this.slots
      .filter(({ failures }) => failures > 0)
      .map(({ name, failures }) => `${name} ended ${failures} times by itself`);
  }

  printOutput(): void {
    for (const { name, output } of this.slots)
      if (output) console.log(`\n${name}:\n${withSources(output, join(folder, 'bundle.cjs'))}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  #add(name: string, args: readonly string[], env: SlotOptions['env']): void {
    this.slots.push(new Slot({ name, script: join(folder, 'parley.mjs'), args, env }));
  }
}

/** Runs `run` and then `cleanUp`, even after an error. Ends this process with 0 or 1. */
export async function runAndExit(
  run: () => Promise<boolean>,
  cleanUp: () => Promise<void>,
): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } finally {
    await cleanUp();
  }
  // Remains of connections to a killed process must not keep this process alive.
  process.exit();
}
