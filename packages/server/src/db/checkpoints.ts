import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Sqlite } from './statement.ts';

const require = createRequire(import.meta.url);

/** The pages in the log after which a commit copies the log, when the worker thread does not run. */
export const usualPages = 4_000;

const usual = { intervalMs: 1_000, leastRows: 2_000, mostPages: 32_000 };

interface CheckpointLimits {
  /** How often the worker thread copies the log at most, in milliseconds. */
  readonly intervalMs: number;
  /** The rows that must have changed before the worker thread copies the log. */
  readonly leastRows: number;
  /** The pages in the log after which a commit lets SQLite begin its file again. Each page has 4 KB. */
  readonly mostPages: number;
}

interface Copied {
  /** The pages in the log, of which all that no reader needs are now in the database file, too. */
  readonly log: number;
}

/**
 * Copies the log of SQLite into the database file (a checkpoint) in a worker thread. Otherwise a commit does it, several
 * times a second under load, and the process answers nothing for tens of milliseconds. The worker thread starts when
 * many rows have changed. While it does not run, commits still copy the log.
 */
export class Checkpoints {
  #thread: Worker | undefined;
  #isOff = false;
  #isCopying = false;
  #askedAt = performance.now();
  /** The rows that the connection had changed when the worker thread was last asked. */
  #rows = 0;
  /** The pages in the log when the worker thread had last copied it. */
  #log = 0;
  readonly #limits: CheckpointLimits;

  constructor(limits: CheckpointLimits = usual) {
    this.#limits = limits;
  }

  /** Call it after each commit, outside of a transaction. */
  afterCommit(db: Sqlite): void {
    const { intervalMs, leastRows, mostPages } = this.#limits;
    if (this.#log > mostPages) {
      // Copies what came since the worker thread has copied the log. Only then can SQLite begin the log again.
      this.#log = 0;
      db.pragma('wal_checkpoint(PASSIVE)');
    }
    const now = performance.now();
    if (this.#isOff || this.#isCopying || now - this.#askedAt < intervalMs) return;
    const rows = db.prepare('select total_changes()').pluck().get() as number;
    if (Math.abs(rows - this.#rows) < leastRows) return;
    this.#rows = rows;
    this.#askedAt = now;
    this.#isCopying = true;
    this.#thread ??= this.#start(db);
    this.#thread.postMessage('copy');
  }

  /** Ends the worker thread, after the copying in progress. */
  async close(): Promise<void> {
    this.#isOff = true;
    await this.#thread?.terminate();
  }

  #start(db: Sqlite): Worker {
    const thread = new Worker(copyLog, {
      eval: true,
      execArgv: [],
      workerData: { file: db.name, sqlite: require.resolve('better-sqlite3') },
    });
    thread.unref();
    // A commit still copies a log that has become too long, for which the worker thread had no time.
    db.pragma(`wal_autocheckpoint = ${2 * this.#limits.mostPages}`);
    thread.on('message', ({ log }: Copied) => {
      this.#isCopying = false;
      this.#log = log;
    });
    thread.on('error', () => {
      this.#isOff = true;
      db.pragma(`wal_autocheckpoint = ${usualPages}`);
    });
    return thread;
  }
}

/** The second copy is short: it has only the pages that came during the first one. */
const copyLog = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Sqlite = require(workerData.sqlite);
  const db = new Sqlite(workerData.file, { fileMustExist: true });
  db.pragma('cache_size = -64');
  parentPort.on('message', () => {
    db.pragma('wal_checkpoint(PASSIVE)');
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage({ log });
  });`;
