import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Returns the CPU time used so far, in microseconds. */
export type CpuMeter = () => number;

export const noCpu: CpuMeter = () => 0;

const microsPerTick = 10_000;

/**
 * Returns the CPU time that a Postgres on this machine has used, in microseconds, including ended processes. Reads
 * /proc, so it needs Linux.
 */
export async function postgresCpu(url: string): Promise<CpuMeter> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = readStat(String(rows[0]?.pid));
  await client.end();
  if (!own) throw new Error('the CPU of Postgres can only be read on Linux, on the same machine');
  const postmaster = own.parent;
  return () => {
    const root = readStat(postmaster);
    let ticks = root ? root.ticks + root.endedChildrenTicks : 0;
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const stat = readStat(pid);
      if (stat?.parent === postmaster) ticks += stat.ticks;
    }
    return ticks * microsPerTick;
  };
}

function readStat(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field, a name in parentheses, may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index]);
  return {
    parent: fields[1] ?? '',
    ticks: at(11) + at(12),
    endedChildrenTicks: at(13) + at(14),
  };
}
