import { useQuery } from '@tanstack/react-query';
import { type Answer, call, type Input, type Key } from './call.ts';
import { queryClient } from './query-client.ts';

export interface Repeated {
  /** Reads the answer again after so many milliseconds; absent = only when it changes. */
  everyMs?: number;
}

/** Reads one record, or another answer that is not a list. */
export function useOne<K extends Key>(key: K, input: Input<K> = {}, { everyMs }: Repeated = {}) {
  return useQuery<Answer<K>>({
    queryKey: [key, input.path, input.query],
    queryFn: () => call(key, input),
    refetchInterval: everyMs ?? false,
  });
}

/** Reads the answers of these endpoints again where a page shows them. */
export function refresh(...keys: Key[]): Promise<unknown> {
  return Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
