import type { Adapter } from '../adapter.ts';
import type { ListResult, Task } from '../protocol.ts';
import { clientOf } from './calls.ts';
import { timed } from './timed.ts';

/** The maximum number of items to read. The list has fewer, so an SDK that reads more does not detect the end. */
const mostItems = 200;

/** Reads a list with the SDK's own iterator. */
export async function list(
  adapter: Adapter,
  { url, cursor, stopAfter = mostItems, mention }: Extract<Task, { do: 'list' }>,
  limitMs: number,
): Promise<ListResult> {
  const client = await clientOf(adapter, url);
  const ids: string[] = [];
  const walk = async (): Promise<void> => {
    if (!client.list) throw new Error('There is no iterator');
    for await (const { id } of client.list(cursor)) if (ids.push(id) >= stopAfter) break;
  };
  return { ...(await timed(walk, limitMs, mention)), ids };
}
