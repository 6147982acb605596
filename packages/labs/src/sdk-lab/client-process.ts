import { type ChildProcess, fork } from 'node:child_process';
import type { Results, Task } from './protocol.ts';

interface Answer {
  ready?: true;
  id?: number;
  result?: unknown;
  failure?: string;
}

/** Extra time after the time limit of a task, because the machine may be busy. */
const graceMs = 10_000;

/** Runs one SDK in a separate process, which is killed if the SDK does not respond in time. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #nextId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (answer: Answer) => {
      if (answer.id !== undefined) this.#open.get(answer.id)?.(answer);
    });
    child.on('exit', (code) => {
      for (const settle of this.#open.values()) settle({ failure: `its process ended (${code})` });
    });
  }

  static async start(worker: string, adapter: string): Promise<ClientProcess> {
    const child = fork(worker, [adapter], {
      execArgv: ['--expose-gc'],
      // Only some cases read the output of the SDKs.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`${adapter} did not start (${code})`)));
    });
    return new ClientProcess(child);
  }

  /** Sends a task to the process and returns its result. Rejects when the lab itself fails, not when the SDK does. */
  async perform<Name extends Task['do']>(
    task: Extract<Task, { do: Name }>,
    limitMs: number,
  ): Promise<Results[Name]> {
    this.#nextId += 1;
    const id = this.#nextId;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = await new Promise<Answer>((resolve) => {
      this.#open.set(id, resolve);
      timer = setTimeout(() => resolve({ failure: 'no answer in time' }), limitMs + graceMs);
      this.#child.send({ id, task, limitMs });
    });
    clearTimeout(timer);
    this.#open.delete(id);
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return answer.result as Results[Name];
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
