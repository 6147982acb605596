import type { Adapter } from './adapter.ts';
import { adapterOf } from './adapters/all.ts';
import type { Case, Cell, Pace } from './case.ts';
import { ClientProcess } from './client-process.ts';
import { type Installed, workerIn } from './install.ts';

/** The number of SDKs that run at the same time. Cases with exact times run alone on the machine. */
const atATime: Record<Pace, number> = { waiting: 10, burst: 2, exact: 1, busy: 1 };

export interface Row {
  case: Case;
  /** The results by package. */
  cells: Map<string, Cell>;
}

/** Runs every case with every SDK. */
export async function runAll(
  cases: readonly Case[],
  installed: readonly Installed[],
): Promise<Row[]> {
  const rows = cases.map((each): Row => ({ case: each, cells: new Map() }));
  for (const [pace, width] of Object.entries(atATime)) {
    const mine = rows.filter((row) => row.case.pace === pace);
    if (mine.length === 0) continue;
    const startedAt = performance.now();
    const queue = [...installed];
    const next = async (): Promise<void> => {
      for (let sdk = queue.shift(); sdk; sdk = queue.shift()) await runOne(sdk, mine);
    };
    await Promise.all(Array.from({ length: width }, next));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.error(`${mine.length} cases (${pace}) with ${installed.length} SDKs: ${seconds} s`);
  }
  return rows;
}

async function runOne(sdk: Installed, rows: readonly Row[]): Promise<void> {
  const adapter = adapterOf(sdk.package);
  const client = await ClientProcess.start(workerIn(sdk.folder), sdk.package);
  try {
    const busy = rows.filter((row) => row.case.pace === 'busy');
    await Promise.all(
      rows.filter((row) => !busy.includes(row)).map((row) => runCase(row, adapter, client)),
    );
    for (const row of busy) await runCase(row, adapter, client);
  } finally {
    client.stop();
  }
}

async function runCase(row: Row, adapter: Adapter, client: ClientProcess): Promise<void> {
  let cell: Cell;
  try {
    cell = await row.case.run(adapter, client);
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(`${adapter.package}, ${row.case.name}: ${said}`);
    cell = { text: 'the lab failed', good: undefined };
  }
  row.cells.set(adapter.package, cell);
}
