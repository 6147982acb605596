// Removes the cluster's folder, and before that stops the Postgres in it, as soon as its own standard
// input closes. A test run that is killed closes the pipe too: it leaves neither a server nor files.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , folder] = process.argv;
const mostRestarts = 100;
const restartMs = 50;
let postgres;
let isOver = false;

// Its only input line says how to start the server.
createInterface({ input: process.stdin }).once('line', (line) => start(JSON.parse(line)));

process.stdin.once('end', () => {
  isOver = true;
  if (postgres?.exitCode === null && postgres.signalCode === null) postgres.kill('SIGQUIT');
  else finish();
});

/** Starts Postgres. Starts it again after a SIGKILL, as soon as the other processes of the killed one are gone. */
function start(order, restarts = 0) {
  const { program, args, user, env } = order;
  postgres = spawn(program, args, { ...user, env, cwd: folder, stdio: 'inherit' });
  postgres.once('error', (error) => finish(error));
  postgres.once('exit', (_code, signal) => {
    const isRestarting = signal === 'SIGKILL' || restarts > 0;
    if (isOver || !isRestarting || restarts === mostRestarts) finish();
    else setTimeout(() => start(order, restarts + 1), restartMs);
  });
}

function finish(error) {
  if (error) console.error(error.message);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(error ? 1 : 0);
}
