import { spawnSync } from 'node:child_process';
import { whileChanged, withCopyOfProject } from '../gates/copy.mjs';

/** Ways to lose events, each in a few lines, with the expected report of the harness. */
export const mutants = [
  {
    name: 'acknowledge-before-commit',
    file: 'packages/server/src/db/transactions.ts',
    // Only in servers: a command ends before such a commit.
    edits: [
      [
        'await (tx.begun ? this.#commit(tx, await tx.begun) : this.#commitUnit(tx));',
        `const commit = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await (tx.begun ? this.#commit(tx, await tx.begun) : this.#commitUnit(tx));
      };
      if (process.argv.includes('serve')) commit().catch(() => {});
      else await commit();`,
      ],
    ],
    problem: /\d+ acknowledged without an event/,
  },
  {
    name: 'settle-before-post',
    file: 'packages/server/src/webhook-endpoints/attempts.ts',
    edits: [
      [
        'const result = await sendEvent(outbound, destination, { eventId, body }, began);',
        `const result = { delivered: true, statusCode: 204, error: null, durationMs: 0,
          responseSnippet: null, retryAfterSeconds: null };
        setTimeout(() => void sendEvent(outbound, destination, { eventId, body }, began), 20);`,
      ],
    ],
    problem: /\d+ LOST/,
  },
  {
    name: 'no-lease-recovery',
    file: 'packages/server/src/webhook-endpoints/worker.ts',
    edits: [
      [
        'async sweep(stopping?: AbortSignal): Promise<number> {',
        'async sweep(stopping?: AbortSignal): Promise<number> {\n    return 0;',
      ],
    ],
    problem: /\d+ deliveries not finished/,
  },
  {
    name: 'enqueue-after-commit',
    file: 'packages/server/src/events/statements/append-events.ts',
    edits: [
      [
        'return subscriptions > 0 && deliverFromSqlite(db, tenantId, input);',
        `if (subscriptions > 0) setTimeout(() => deliverFromSqlite(db, tenantId, input), 20);
    return false;`,
      ],
      [
        `const [, delivering] = await Promise.all([appended, deliverFromPostgres(db, calls, events)]);
    return delivering;`,
        `await appended;
    setTimeout(() => void deliverFromPostgres(db, calls, events).catch(() => {}), 20);
    return calls.map(() => false);`,
      ],
    ],
    problem: /\d+ LOST/,
  },
];

const databases = ['sqlite', 'postgres'];
const enough = { kills: 40, seconds: 90 };

/** Returns the mutants that the harness does not detect, with the database. */
export function findUnnoticed(names) {
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) return names;
  const runs = databases.flatMap((database) => chosen.map((mutant) => ({ database, mutant })));
  return withCopyOfProject((copy) =>
    runs
      .filter(({ database, mutant }) => !isNoticed(copy, mutant, { ...enough, database }))
      .map(({ database, mutant }) => `${mutant.name} on ${database}`),
  );
}

export function isNoticed(copy, { name, file, edits, problem }, { database, kills, seconds }) {
  const args = ['--database', database, '--kills', `${kills}`, '--seconds', `${seconds}`];
  const changes = edits.map((edit) => [file, ...edit]);
  const result = whileChanged(copy, changes, () =>
    spawnSync(process.execPath, ['scripts/chaos.mjs', ...args], { cwd: copy, encoding: 'utf8' }),
  );
  if (!result) return false;
  const { status, stdout, stderr } = result;
  const isCaught = status === 1 && problem.test(stdout);
  const said = problem.exec(stdout)?.[0] ?? stdout.split('\n', 1)[0];
  console.log(
    `${isCaught ? 'caught  ' : 'SURVIVED'}  ${name} on ${database} (${said || stderr.trim()})`,
  );
  return isCaught;
}
