import type { Page } from '@parley/contract/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, call, type Input, type Key } from './call.ts';
import type { Repeated } from './use-one.ts';

type RowOf<K extends Key> = Answer<K> extends { data: (infer Row)[] } ? Row : never;

/** The rows of a list that were read so far. */
export interface List<Row> {
  rows: readonly Row[];
  isPending: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

export function useList<K extends Key>(
  key: K,
  input: Input<K> = {},
  { everyMs }: Repeated = {},
): List<RowOf<K>> {
  const list = useInfiniteQuery({
    queryKey: [key, input.path, input.query],
    queryFn: ({ pageParam }) => {
      const query: object = { ...(input.query as object | undefined), ...cursorOf(pageParam) };
      return call(key, { ...input, query } as Input<K>) as Promise<Page<RowOf<K>>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // It reads all these pages again.
    refetchInterval: ({ state }) => everyMs && everyMs * (state.data?.pages.length ?? 1),
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
    isPending: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

function cursorOf(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor };
}
