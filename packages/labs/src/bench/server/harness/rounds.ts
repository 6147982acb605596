import { mediansOf } from '../../../median.ts';
import type { LoadOrder, LoadResult } from './load-generator.ts';
import type { BenchServer, CpuUsage, LoadProcess } from './processes.ts';

export interface Sample {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicros: number;
  loadMicros: number;
}

export interface Subject {
  server: BenchServer;
  order: Omit<LoadOrder, 'port' | 'durationMs'>;
  /** Returns the CPU time of its database's processes so far, in microseconds. */
  databaseCpuMicros?: () => number;
}

interface Rounds {
  rounds: number;
  durationMs: number;
  warmUpMs?: number;
}

/** Measures the subjects in turns, so that a busy moment of the machine affects all of them equally. */
export async function measureInTurns(
  load: LoadProcess,
  subjects: readonly Subject[],
  { rounds, durationMs, warmUpMs = 500 }: Rounds,
): Promise<Map<string, Sample>> {
  for (const subject of subjects) await measure(load, subject, warmUpMs);
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const sample = await measure(load, subject, durationMs);
      samples.set(subject.server.name, [...(samples.get(subject.server.name) ?? []), sample]);
    }
  }
  return new Map([...samples].map(([name, taken]) => [name, mediansOf(taken)]));
}

async function measure(load: LoadProcess, subject: Subject, durationMs: number): Promise<Sample> {
  const { server, order } = subject;
  const before = await server.cpu();
  const databaseBefore = subject.databaseCpuMicros?.() ?? 0;
  const result = await load.run({ ...order, port: server.port, durationMs });
  const after = await server.cpu();
  const database = (subject.databaseCpuMicros?.() ?? 0) - databaseBefore;
  refuseFailures(server.name, result);
  return {
    perSecond: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMicros: (micros(after) - micros(before) + database) / result.requests,
    loadMicros: (result.cpuMs * 1000) / result.requests,
  };
}

/** Throws if a response was not 2xx: a server that answers with errors would look fast. */
function refuseFailures(name: string, result: LoadResult): void {
  const failed = Object.keys(result.statuses).filter((status) => !status.startsWith('2'));
  if (failed.length === 0 && result.requests > 0) return;
  throw new Error(`${name} answered ${JSON.stringify(result.statuses)}: ${result.firstFailure}`);
}

function micros({ user, system }: CpuUsage): number {
  return user + system;
}
