import { mediansOf } from '../../../median.ts';

export interface Task {
  readonly name: string;
  /** Makes one call. `lane` is the number of the concurrent series that it belongs to. */
  run(lane: number): Promise<unknown>;
}

interface LaneOptions {
  lanes: number;
  rounds: number;
  durationMs: number;
  /** Returns the CPU time of the database's processes. */
  cpu: () => number;
}

interface Figures {
  perSecond: number;
  cpuMicros: number;
  /** The part of the CPU time that the database's own processes used. */
  databaseMicros: number;
}

export interface Cost extends Figures {
  name: string;
}

/** Measures the tasks in turns, each with several concurrent series of calls. Returns the medians. */
export async function measureLanes(tasks: readonly Task[], options: LaneOptions): Promise<Cost[]> {
  for (const task of tasks) await measure(task, options);
  const costs = new Map(tasks.map((task) => [task, [] as Figures[]]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const task of round % 2 === 0 ? tasks : [...tasks].reverse()) {
      costs.get(task)?.push(await measure(task, options));
    }
  }
  return [...costs].map(([{ name }, taken]) => ({ name, ...mediansOf(taken) }));
}

async function measure(task: Task, { lanes, durationMs, cpu }: LaneOptions): Promise<Figures> {
  const own = process.cpuUsage();
  const database = cpu();
  const startedAt = performance.now();
  let calls = 0;
  const lane = async (index: number) => {
    while (performance.now() - startedAt < durationMs) {
      await task.run(index);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  const { user, system } = process.cpuUsage(own);
  const databaseMicros = cpu() - database;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: calls / seconds,
    cpuMicros: (user + system + databaseMicros) / calls,
    databaseMicros: databaseMicros / calls,
  };
}
