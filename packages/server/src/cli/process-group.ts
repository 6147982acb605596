import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { MemoryQuotas } from '../api-keys/memory-quotas.ts';
import type { Config } from '../config.ts';
import { inTime } from '../in-time.ts';
import { urlOf } from '../main.ts';
import { claimingName, type ToMember, type ToPrimary } from './group-member.ts';
import { CommandError } from './session.ts';

interface Options {
  readonly config: Config;
  readonly log: Logger;
}

/**
 * The time after which a process that must stop is killed, in milliseconds. It stops by itself within 29 seconds: see
 * closing.ts.
 */
const stopMs = 29_250;
const stableMs = 60_000;
const firstRestartMs = 250;
const lastRestartMs = 30_000;

/** The processes of one `parley serve`. They share a port. A process that ends is replaced. */
export class ProcessGroup {
  readonly #options: Options;
  readonly #members = new Map<string, Worker>();
  /** The names of the processes whose last start has failed. */
  readonly #refused = new Set<string>();
  readonly #failures = new MemoryQuotas();
  #state: 'starting' | 'serving' | 'stopping' = 'starting';
  #crashes = 0;
  #failed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Starts the processes. Resolves to their URL when all of them listen. Throws a CommandError when a process fails to
   * start.
   */
  async start(): Promise<string> {
    const { config } = this.#options;
    const names = Array.from({ length: config.processes }, (_, index) => String(index + 1));
    try {
      const ports = await Promise.all(names.map((name) => this.#listening(name)));
      this.#state = 'serving';
      // A process may have ended while another one started.
      for (const name of names) if (!this.#members.has(name)) this.#fork(name);
      return urlOf(config, ports[0] ?? config.port);
    } catch (error) {
      await this.#stopAll();
      throw error;
    }
  }

  /** Stops all processes. Rejects when a process had to be killed, or ended with a failure. */
  async stop(): Promise<void> {
    await this.#stopAll();
    if (this.#failed) throw new Error('not every process has stopped cleanly');
  }

  async #listening(name: string): Promise<number> {
    const member = this.#fork(name);
    return await new Promise((resolve, reject) => {
      member.once('listening', ({ port }) => resolve(port));
      member.once('exit', () =>
        reject(new CommandError(`Process ${name} did not start; its message says why.`)),
      );
    });
  }

  #fork(name: string): Worker {
    cluster.setupPrimary({ args: ['serve', '--process', name] });
    const member = cluster.fork({
      PARLEY_PROCESSES: '1',
      ...(name !== claimingName && { PARLEY_WORKER: 'off' }),
      ...metricsPortOf(this.#options.config, name),
    });
    const startedAt = performance.now();
    this.#members.set(name, member);
    closeGivenAtExit(member);
    member.on('message', (message: ToPrimary) => this.#hear(member, message));
    member.on('error', (err) => {
      // A message to a process that has ended: `exit` handles that.
      if (!isClosedPipe(err)) this.#options.log.error({ err, member: name }, 'a process failed');
    });
    let hasListened = false;
    member.once('listening', () => {
      hasListened = true;
      this.#refused.delete(name);
    });
    member.once('exit', (code, signal) => {
      this.#members.delete(name);
      if (this.#state === 'stopping' && code !== 0) this.#failed = true;
      if (this.#state !== 'serving') return;
      // A start that fails prints its reason and exits with 1.
      if (code === 1 && !hasListened) this.#refused.add(name);
      else this.#refused.delete(name);
      if (this.#refused.size === this.#options.config.processes) {
        this.#giveUp();
        return;
      }
      this.#options.log.error(
        { member: name, code, signal },
        'a process ended: it is started again',
      );
      this.#restart(name, performance.now() - startedAt);
    });
    return member;
  }

  /**
   * Replaces a process that ended: at once if it had run for `stableMs`, otherwise after a wait that doubles each time.
   */
  #restart(name: string, livedMs: number): void {
    this.#crashes = livedMs > stableMs ? 0 : this.#crashes + 1;
    const waitMs = this.#crashes === 0 ? 0 : firstRestartMs * 2 ** (this.#crashes - 1);
    setTimeout(
      () => {
        if (this.#state === 'serving') this.#fork(name);
      },
      Math.min(waitMs, lastRestartMs),
    );
  }

  /** Ends this process, because no other one serves and the last start of each has failed. */
  #giveUp(): void {
    this.#state = 'stopping';
    this.#options.log.fatal('no process can start');
    process.exit(1);
  }

  #hear(member: Worker, message: ToPrimary): void {
    if (message.kind === 'ready') {
      if (this.#state === 'stopping') tell(member, { kind: 'stop' });
      return;
    }
    if (message.kind === 'work') {
      const claiming = this.#members.get(claimingName);
      if (claiming) tell(claiming, message);
      return;
    }
    if (message.kind === 'forget') {
      this.#failures.forget(message.key);
      return;
    }
    const { key, nowMs, quota } = message.failure;
    const result = this.#failures.take(key, nowMs, quota);
    tell(member, { kind: 'counted', place: message.place, result });
  }

  async #stopAll(): Promise<void> {
    this.#state = 'stopping';
    const members = [...this.#members.values()];
    // `once` of node:events would also reject when a member emits an error.
    const ended = Promise.all(
      members.map((member) => new Promise((resolve) => member.once('exit', resolve))),
    );
    for (const member of members) tell(member, { kind: 'stop' });
    await inTime(ended, stopMs, () => {
      this.#failed = true;
      for (const member of members) member.process.kill('SIGKILL');
    });
  }
}

/**
 * Returns the metrics port of a process: the first process gets the port of the setting, each further process the next
 * one.
 */
function metricsPortOf({ metrics }: Config, name: string): Record<string, string> {
  if (!metrics || metrics.port === 0) return {};
  return { PARLEY_METRICS_PORT: String(metrics.port + Number(name) - 1) };
}

/**
 * Closes the connections that a process has been given but has not accepted when it ends. Node would keep them open in this
 * process, and their clients would wait in vain.
 */
function closeGivenAtExit({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  // For each port, Node gives the next connection when the process has accepted the last one. It closes that one here.
  const given = new Map<unknown, { close(): void }>();
  child.send = (...args: unknown[]) => {
    const [message, handle] = args as [{ act?: string; key?: string }, { close(): void }?];
    if (handle && message.act === 'newconn') given.set(message.key, handle);
    return send(...args);
  };
  child.once('exit', () => {
    for (const handle of given.values()) handle.close();
  });
}

function isClosedPipe(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_IPC_CHANNEL_CLOSED';
}

/** Sends a message to a process, unless it has ended: `exit` handles that. */
function tell(member: Worker, message: ToMember): void {
  if (member.isConnected()) member.process.send(message, undefined, undefined, () => {});
}
