// Removes the cluster's folder, and before that stops the Postgres in it, as soon as its own standard
// input closes. A test run that is killed closes the pipe too: it leaves neither a server nor files.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , folder] = process.argv;
let postgres;

// Its only input line says how to start the server.
createInterface({ input: process.stdin }).once('line', (line) => {
  const { program, args, user, env } = JSON.parse(line);
  postgres = spawn(program, args, { ...user, env, cwd: folder, stdio: 'inherit' });
  postgres.once('error', (error) => finish(error));
  postgres.once('exit', () => finish());
});

process.stdin.once('end', () => {
  if (postgres) postgres.kill('SIGQUIT');
  else finish();
});

function finish(error) {
  if (error) console.error(error.message);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(error ? 1 : 0);
}
