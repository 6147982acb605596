import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlotOptions {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const patienceMs = 180_000;
const pauseMs = 200;
const keptLines = 30;

/** Runs a process, and starts it again soon after it ends, as a service manager does. */
export class Slot {
  readonly name: string;
  /** How often a process that was ready ended without being killed. */
  failures = 0;
  readonly #options: SlotOptions;
  readonly #output: string[] = [];
  #process: ChildProcess | undefined;
  #isReady = false;
  #isWanted = true;

  constructor(options: SlotOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The last lines that the processes of this slot printed. */
  get output(): string {
    return this.#output.join('\n');
  }

  /** Resolves when the process prints that it is ready. Starts it again until this succeeds; throws after 3 minutes. */
  async start(): Promise<void> {
    const giveUpAt = Date.now() + patienceMs;
    while (this.#isWanted) {
      if (await this.#tryToStart()) return;
      // A database that recovers refuses all connections for a moment.
      if (Date.now() > giveUpAt) throw new Error(`${this.name} does not start:\n${this.output}`);
      await wait(pauseMs);
    }
  }

  /** Kills the process with SIGKILL, to which it cannot react. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#isReady = false;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    this.#isWanted = false;
    await this.kill();
  }

  async #tryToStart(): Promise<boolean> {
    const { script, args, env } = this.#options;
    const child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    return await new Promise((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (/^(Parley is listening|ready$)/m.test(text)) {
          this.#isReady = true;
          resolve(true);
        } else this.#note(text);
      });
      child.stderr.on('data', (chunk: Buffer) => this.#note(chunk.toString()));
      child.once('exit', (code) => {
        if (this.#isReady) {
          this.failures += 1;
          this.#note(`ended by itself with ${code}`);
          this.#isReady = false;
          void this.start().catch(() => {});
        }
        resolve(false);
      });
    });
  }

  #note(text: string): void {
    this.#output.push(...text.trim().split('\n'));
    this.#output.splice(0, Math.max(0, this.#output.length - keptLines));
  }
}
