import { runParley } from './run.ts';

await runParley(process.argv.slice(2));
// After a failure, the channel to the process that has started this one would keep it.
if (process.exitCode === 1) process.channel?.unref();
