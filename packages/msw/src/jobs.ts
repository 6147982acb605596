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
  #jobs: Job[] = [];
  #paused = false;

  add(job: Job): void {
    let index = this.#jobs.length;
    while (index > 0 && (this.#jobs[index - 1]?.dueMs ?? 0) > job.dueMs) index -= 1;
    this.#jobs.splice(index, 0, job);
  }

  /** Does everything that is due, in its order, as if done at its time. */
  runDue(nowMs: number): void {
    for (let job = this.#take(nowMs); job; job = this.#take(nowMs)) job.run(job.dueMs);
  }

  /** Does all that concerns messages now, however far its time. */
  settle(nowMs: number): void {
    for (let job = this.#takeMessageJob(); job; job = this.#takeMessageJob()) job.run(nowMs);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(nowMs: number): void {
    this.#paused = false;
    for (const job of this.#jobs) {
      if (job.kind === 'deliver' && job.dueMs < nowMs) job.dueMs = nowMs;
    }
    this.#jobs.sort((a, b) => a.dueMs - b.dueMs);
  }

  clear(): void {
    this.#jobs = [];
    this.#paused = false;
  }

  #take(nowMs: number): Job | undefined {
    if ((this.#jobs[0]?.dueMs ?? Number.POSITIVE_INFINITY) > nowMs) return undefined;
    return this.#remove((job) => job.dueMs <= nowMs);
  }

  #takeMessageJob(): Job | undefined {
    return this.#remove((job) => job.kind !== 'timer');
  }

  #remove(fits: (job: Job) => boolean): Job | undefined {
    const index = this.#jobs.findIndex(
      (job) => fits(job) && !(this.#paused && job.kind === 'deliver'),
    );
    return index < 0 ? undefined : this.#jobs.splice(index, 1)[0];
  }
}
