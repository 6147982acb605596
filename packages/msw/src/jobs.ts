/** `deliver` hands a message to the sandbox, `receipt` is what it reports later, `timer` is all else. */
export type JobKind = 'deliver' | 'receipt' | 'timer';

interface Job {
  kind: JobKind;
  dueMs: number;
  run: (atMs: number) => void;
}

/**
 * What happens later, by the mock clock. Nothing runs by itself: every request, `clock.advance` and
 * `settle` first do what is due, so no timer outlives a test.
 */
export class Jobs {
  // Each in the order of their time. Timers are many and far off: apart, they slow nobody down.
  readonly #messageJobs: Job[] = [];
  readonly #timers: Job[] = [];
  #paused = false;

  add(job: Job): void {
    const jobs = job.kind === 'timer' ? this.#timers : this.#messageJobs;
    let place = jobs.length;
    while (place > 0 && (jobs[place - 1]?.dueMs ?? 0) > job.dueMs) place -= 1;
    jobs.splice(place, 0, job);
  }

  /** Does everything that is due, in its order, as if done at its time. */
  runDue(nowMs: number): void {
    for (let job = this.#takeDue(nowMs); job; job = this.#takeDue(nowMs)) job.run(job.dueMs);
  }

  /** Does all that concerns messages now, however far its time. */
  settle(nowMs: number): void {
    for (let job = this.#takeMessageJob(); job; job = this.#takeMessageJob()) job.run(nowMs);
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** When the next of them is due; Infinity when none is. */
  nextMs(): number {
    const messageMs = this.#messageJobs[this.#nextMessageJob()]?.dueMs ?? Number.POSITIVE_INFINITY;
    return Math.min(messageMs, this.#timers[0]?.dueMs ?? Number.POSITIVE_INFINITY);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(nowMs: number): void {
    this.#paused = false;
    for (const job of this.#messageJobs) {
      if (job.kind === 'deliver' && job.dueMs < nowMs) job.dueMs = nowMs;
    }
    this.#messageJobs.sort((a, b) => a.dueMs - b.dueMs);
  }

  clear(): void {
    this.#messageJobs.length = 0;
    this.#timers.length = 0;
    this.#paused = false;
  }

  #takeDue(nowMs: number): Job | undefined {
    const [timer] = this.#timers;
    const place = this.#nextMessageJob();
    const messageJob = this.#messageJobs[place];
    if (timer && timer.dueMs <= nowMs && timer.dueMs < (messageJob?.dueMs ?? nowMs + 1)) {
      return this.#timers.shift();
    }
    const isDue = messageJob !== undefined && messageJob.dueMs <= nowMs;
    return isDue ? this.#messageJobs.splice(place, 1)[0] : undefined;
  }

  #takeMessageJob(): Job | undefined {
    const place = this.#nextMessageJob();
    return place < 0 ? undefined : this.#messageJobs.splice(place, 1)[0];
  }

  #nextMessageJob(): number {
    if (!this.#paused) return this.#messageJobs.length > 0 ? 0 : -1;
    return this.#messageJobs.findIndex((job) => job.kind !== 'deliver');
  }
}
