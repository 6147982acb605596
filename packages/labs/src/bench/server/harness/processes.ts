import { type ChildProcess, fork } from 'node:child_process';
import type { LoadOrder, LoadResult } from './load-generator.ts';

export interface CpuUsage {
  user: number;
  system: number;
}

/** A process that answers one message at a time. */
class Child {
  readonly #process: ChildProcess;
  #failure: Error | undefined;

  constructor(script: URL, args: readonly string[] = [], execArgv: readonly string[] = []) {
    this.#process = fork(script, args, { execArgv: [...execArgv] });
    this.#process.once('exit', (code, signal) => {
      this.#failure = new Error(`${script.pathname} ended: ${signal ?? code}`);
    });
  }

  async next<Message>(): Promise<Message> {
    return await new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      const ended = () => setImmediate(() => reject(this.#failure));
      this.#process.once('exit', ended);
      this.#process.once('message', (message) => {
        this.#process.off('exit', ended);
        resolve(message as Message);
      });
    });
  }

  async ask<Message>(question: object): Promise<Message> {
    const answer = this.next<Message>();
    this.#process.send(question);
    return await answer;
  }

  /** Lets the bench end without it. The child then ends, too. */
  unref(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }

  async stop(): Promise<void> {
    if (this.#failure) return;
    await new Promise((resolve) => {
      this.#process.once('exit', resolve);
      this.#process.kill('SIGTERM');
    });
  }
}

/** Child processes, which end with the bench even when it fails. */
const running = new Set<Child>();
const servers = new Set<Child>();

async function start(script: URL, args?: readonly string[], execArgv?: readonly string[]) {
  const child = new Child(script, args, execArgv);
  running.add(child);
  return child;
}

export async function stopAll(): Promise<void> {
  await stop(running);
}

export async function stopServers(): Promise<void> {
  await stop(servers);
}

async function stop(children: Set<Child>): Promise<void> {
  await Promise.all([...children].map((child) => child.stop()));
  children.clear();
}

export interface BenchServer {
  readonly name: string;
  readonly port: number;
  cpu(): Promise<CpuUsage>;
  /** Sends another question to the process. Its script decides the answer. */
  ask<Answer>(question: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Forks a script that calls `reportPort`. */
export async function startServer(
  name: string,
  script: URL,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const profile = process.env['BENCH_CPU_PROFILE'];
  const flags = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`]
    : [];
  const child = await start(script, args, flags);
  servers.add(child);
  const { port } = await child.next<{ port: number }>();
  return {
    name,
    port,
    cpu: () => child.ask<CpuUsage>({ ask: 'cpu' }),
    ask: (question) => child.ask(question),
    stop: async () => {
      await child.stop();
      servers.delete(child);
      running.delete(child);
    },
  };
}

/** Forks a proxy that calls `reportPort`, until the bench ends. Returns its port. */
export async function startProxy(script: URL, args: readonly string[]): Promise<number> {
  const child = new Child(script, args);
  const { port } = await child.next<{ port: number }>();
  child.unref();
  return port;
}

export interface LoadProcess {
  run(order: LoadOrder): Promise<LoadResult>;
}

export async function startLoad(): Promise<LoadProcess> {
  const child = await start(new URL('./harness/load-generator.mjs', entryFolder));
  return {
    async run(order) {
      const { result, error } = await child.ask<{ result?: LoadResult; error?: string }>(order);
      if (!result) throw new Error(error);
      return result;
    },
  };
}

/** The folder with the bundled benches. */
export const entryFolder = new URL('./', new URL(`file://${process.argv[1]}`));
