import { consoleContract } from '@parley/contract/console';
import { outcomeStatuses, requestLogFilters } from '@parley/domain';
import { defineList } from '../crud/list.ts';
import type { Deps } from '../deps.ts';
import { implement } from '../http/implement.ts';
import { inTime } from '../in-time.ts';
import { requestLogTable } from './table.ts';

const list = defineList(
  requestLogTable,
  { filters: requestLogFilters },
  {
    filters: {
      outcome: (wanted, sql) =>
        `(${wanted
          .map((outcome) => {
            if (outcome === 'aborted') return 'status is null';
            const [from, before] = outcomeStatuses[outcome];
            return `(status >= ${sql.bind(from)} and status < ${sql.bind(before)})`;
          })
          .join(' or ')})`,
    },
  },
);

/** The maximum time for which the list waits until the latest requests are written, in milliseconds. */
const flushMs = 500;

export function consoleRequestLog({ requestLog }: Pick<Deps, 'requestLog'>) {
  return implement(consoleContract.requestLog, {
    list: async ({ query }, ctx) => {
      // So that the list has the requests that this process has just answered. On a busy database, they may be missing.
      await inTime(requestLog.flush(), flushMs, () => {});
      return await list(ctx, query);
    },
  });
}
