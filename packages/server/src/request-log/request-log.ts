import { loggedRequestsQuota } from '@parley/contract/console';
import { loggedPath, maskKeys } from '@parley/domain';
import type { Logger } from 'pino';
import { MemoryQuotas } from '../api-keys/memory-quotas.ts';
import type { SystemDb } from '../db/system-db.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { addRequests, type NewRequest } from './statements/add-requests.ts';

/** A request with an API key. It is recorded when its response has been sent. */
export interface EndedRequest
  extends Pick<
    NewRequest,
    'tenantId' | 'keyId' | 'method' | 'status' | 'code' | 'requestId' | 'durationMs'
  > {
  readonly template: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The maximum number of requests that a process logs, of all tenants; successes and errors count separately. */
const inAllQuota = { limit: 2_000, windowSeconds: 20 } as const;
/** The maximum number of rows that one statement writes, so that it holds the event loop only briefly. */
const atOnce = 200;

/**
 * Collects the requests of this process in memory, and writes them in groups, so that a request itself writes nothing.
 */
export class RequestLog {
  readonly #system: SystemDb;
  readonly #newId: NewId;
  readonly #log: Logger;
  readonly #quotas = new MemoryQuotas();
  #waiting: NewRequest[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(system: SystemDb, newId: NewId, log: Logger) {
    this.#system = system.inBackground();
    this.#newId = newId;
    this.#log = log;
  }

  /**
   * Adds a request to the log, unless the tenant or the process has logged too many of its kind: successes or errors.
   */
  note({ template, params, ...request }: EndedRequest, now: Date): void {
    const nowMs = now.getTime();
    const kind = request.code === null ? 'successes' : 'errors';
    const isLogged =
      this.#quotas.take(`${kind} ${request.tenantId}`, nowMs, loggedRequestsQuota).admitted &&
      this.#quotas.take(kind, nowMs, inAllQuota).admitted;
    if (!isLogged) return;
    this.#waiting.push({
      ...request,
      id: this.#newId('req'),
      requestId: maskKeys(request.requestId),
      path: loggedPath(template, params),
      createdAt: now.toISOString(),
    });
  }

  /** Writes the collected requests. Never rejects: logs an error, and requests that cannot be written are lost. */
  flush(): Promise<void> {
    // A second flush waits for the first one, whose rows the caller may be about to read.
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((err) => this.#log.error({ err }, 'could not write the request log'));
    return this.#writing;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += atOnce) {
      await this.#system.run(addRequests, waiting.slice(at, at + atOnce));
    }
  }
}
