import { expect } from 'vitest';
import type { TestServer } from './start-server.ts';

export type Samples = (sample: string) => number | undefined;

/** Reads the metrics of a server. */
export async function scrape({ running }: TestServer): Promise<Samples> {
  const answer = await fetch(running.metricsUrl ?? '');
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const numberOf = (line: string) => Number(line.slice(line.lastIndexOf(' ') + 1));
  const values = new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), numberOf(line)]),
  );
  return (sample) => values.get(sample);
}

/** Reads the metrics around some work. Returns by how much a sample has grown meanwhile. */
export async function growth(
  server: TestServer,
  work: () => Promise<unknown>,
): Promise<(sample: string) => number> {
  const before = await scrape(server);
  await work();
  const after = await scrape(server);
  return (sample) => (after(sample) ?? 0) - (before(sample) ?? 0);
}
