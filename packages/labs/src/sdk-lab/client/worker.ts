// The process of one SDK: runs what the lab requests, one response per request. Starts in the folder of the SDKs.
import { adapterOf } from '../adapters/all.ts';
import type { Results, Task } from '../protocol.ts';
import { abort, burst, call, oneSignal } from './calls.ts';
import { list } from './list.ts';
import { secrets } from './secrets.ts';
import { webhooks } from './webhooks.ts';

interface Question {
  id: number;
  task: Task;
  limitMs: number;
}

const adapter = adapterOf(process.argv[2] ?? '');

// Some SDKs cause an unhandled rejection: the lab continues.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
process.on('message', async ({ id, task, limitMs }: Question) => {
  try {
    process.send?.({ id, result: await perform(task, limitMs) });
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) });
  }
});
process.send?.({ ready: true });

function perform(task: Task, limitMs: number): Promise<Results[Task['do']]> {
  switch (task.do) {
    case 'call':
      return call(adapter, task, limitMs);
    case 'abort':
      return abort(adapter, task, limitMs);
    case 'one-signal':
      return oneSignal(adapter, task);
    case 'burst':
      return burst(adapter, task, limitMs);
    case 'list':
      return list(adapter, task, limitMs);
    case 'secrets':
      return secrets(adapter, task, limitMs);
    case 'webhooks':
      return webhooks(adapter);
  }
}
