import { runParley } from './run.ts';

await runParley(process.argv.slice(2));
// After a failure, the open channel to the parent process would keep this process running.
if (process.exitCode === 1) process.channel?.unref();
