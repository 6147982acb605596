import { setTimeout as wait } from 'node:timers/promises';
import { call } from './api.ts';
import { oneOf } from './random.ts';
import type { ChaosTenant } from './tenants.ts';

export interface LoggedEvent {
  id: string;
  type: string;
  sequence: number;
  subject: { id: string };
}

const pauseMs = 100;
const pageSize = 100;

/** A client that polls the event log during the whole run. It must read every sequence number exactly once. */
export class LogReader {
  readonly events: LoggedEvent[] = [];
  readonly gaps: string[] = [];
  readonly #tenant: ChaosTenant;
  readonly #urls: readonly string[];
  readonly #random: () => number;
  #isRunning = true;
  #running: Promise<void> = Promise.resolve();

  constructor(tenant: ChaosTenant, urls: readonly string[], random: () => number) {
    this.#tenant = tenant;
    this.#urls = urls;
    this.#random = random;
  }

  start(): void {
    this.#running = this.#poll();
  }

  /** Reads until the current end of the log. */
  async finish(): Promise<void> {
    this.#isRunning = false;
    await this.#running;
    let isMore = true;
    while (isMore) isMore = await this.#readPage();
  }

  async #poll(): Promise<void> {
    while (this.#isRunning) {
      await this.#readPage();
      await wait(pauseMs);
    }
  }

  /** Reads a page. Returns whether the log may have more events. */
  async #readPage(): Promise<boolean> {
    const last = this.events.at(-1)?.sequence ?? 0;
    const url = oneOf(this.#random, this.#urls) ?? '';
    const path = `/events?afterSequence=${last}&limit=${pageSize}`;
    const answer = await call(url, this.#tenant.apiKey, 'GET', path);
    if (answer?.status !== 200) return true;
    for (const event of answer.body.data as LoggedEvent[]) {
      const expected = (this.events.at(-1)?.sequence ?? 0) + 1;
      if (event.sequence !== expected) {
        this.gaps.push(`${this.#tenant.tenantId}: ${event.sequence} after ${expected - 1}`);
      }
      this.events.push(event);
    }
    return answer.body.data.length > 0;
  }
}
