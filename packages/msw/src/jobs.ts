/**
 * `deliver` sends a message to the sandbox, `receipt` reports later that the message was delivered or read, `index`
 * makes a source searchable. `import` applies the rows of a file, `copy` copies the setup of a client, and `sync` reads
 * templates. `timer` is any other work that a request put off, such as the end of a snooze.
 */
export type JobKind = 'deliver' | 'receipt' | 'index' | 'import' | 'copy' | 'sync' | 'timer';

interface Job {
  kind: JobKind;
  dueMs: number;
  run: (atMs: number) => void;
}

/**
 * The future work of a tenant, by the mock's clock. No real timer runs: every request, `clock.advance` and `settle`
 * first do the work that is due, so no work continues after a test.
 */
export class Jobs {
  // Both lists are sorted by time. Timers are many and far in the future; in a list of their own they do not slow down
  // the other one.
  readonly #jobs: Job[] = [];
  readonly #timers: Job[] = [];
  #paused = false;

  add(job: Job): void {
    const jobs = job.kind === 'timer' ? this.#timers : this.#jobs;
    let place = jobs.length;
    while (place > 0 && (jobs[place - 1]?.dueMs ?? 0) > job.dueMs) place -= 1;
    jobs.splice(place, 0, job);
  }

  /**
   * Runs all jobs that are due at `nowMs`, earliest first, also those that they add. During each job the clock shows
   * its due time.
   */
  runDue(nowMs: number): void {
    for (let job = this.#takeDue(nowMs); job; job = this.#takeDue(nowMs)) job.run(job.dueMs);
  }

  /** Runs all jobs except timers now, even those that are not due. */
  settle(nowMs: number): void {
    for (let job = this.#takeJob(); job; job = this.#takeJob()) job.run(nowMs);
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** Returns the due time of the next job, in epoch milliseconds; Infinity when there is no job. */
  nextMs(): number {
    const jobMs = this.#jobs[this.#nextJob()]?.dueMs ?? Number.POSITIVE_INFINITY;
    return Math.min(jobMs, this.#timers[0]?.dueMs ?? Number.POSITIVE_INFINITY);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(nowMs: number): void {
    this.#paused = false;
    for (const job of this.#jobs) {
      if (isPausable(job) && job.dueMs < nowMs) job.dueMs = nowMs;
    }
    this.#jobs.sort((a, b) => a.dueMs - b.dueMs);
  }

  clear(): void {
    this.#jobs.length = 0;
    this.#timers.length = 0;
    this.#paused = false;
  }

  #takeDue(nowMs: number): Job | undefined {
    const [timer] = this.#timers;
    const place = this.#nextJob();
    const job = this.#jobs[place];
    if (timer && timer.dueMs <= nowMs && timer.dueMs < (job?.dueMs ?? nowMs + 1)) {
      return this.#timers.shift();
    }
    const isDue = job !== undefined && job.dueMs <= nowMs;
    return isDue ? this.#jobs.splice(place, 1)[0] : undefined;
  }

  #takeJob(): Job | undefined {
    const place = this.#nextJob();
    return place < 0 ? undefined : this.#jobs.splice(place, 1)[0];
  }

  #nextJob(): number {
    if (!this.#paused) return this.#jobs.length > 0 ? 0 : -1;
    return this.#jobs.findIndex((job) => !isPausable(job));
  }
}

function isPausable({ kind }: Job): boolean {
  return kind !== 'receipt';
}
