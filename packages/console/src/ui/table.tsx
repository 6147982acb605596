import type { ReactNode } from 'react';
import type { List } from '../api/use-list.ts';
import { Button } from './button.tsx';
import { ListProblem, LoadingText } from './problem.tsx';
import css from './table.module.css';

export interface Column<Row> {
  head: string;
  /** Its words stay whole: they are short, unlike names and addresses. */
  short?: true;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table; on narrow screens, each row is a card. */
export function Table<Row extends { id: string }>({ caption, columns, rows }: TableProps<Row>) {
  return (
    <table className={css['table']}>
      <caption className={css['caption']}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ head, short, cell }) => (
              <td key={head} data-head={head} className={short && css['short']}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  list: List<Row>;
  /** Shown instead of an empty table: what would be here, and how it comes here. */
  empty: string;
  /** A link below that text. */
  guide?: ReactNode;
}

/** The rows of a list of the API, with a button that loads more of them. */
export function ListTable<Row extends { id: string }>({
  list,
  empty,
  guide,
  ...table
}: ListTableProps<Row>) {
  const isFilled = list.rows.length > 0;
  const isEmpty = !isFilled && !list.isPending && !list.error;
  return (
    <>
      {isFilled && <Table {...table} rows={list.rows} />}
      {list.error && <ListProblem error={list.error} onRetry={list.retry} />}
      <div className={isFilled ? css['more'] : undefined} tabIndex={-1}>
        {/* Screen readers read changes of an element that stays. */}
        <div role="status">
          {list.isPending && <LoadingText />}
          {isFilled && countOf(list)}
          {isEmpty && (
            <div className={css['empty']}>
              <p>{empty}</p>
              {guide && <p>{guide}</p>}
            </div>
          )}
        </div>
        {list.hasMore && (
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            Load more
          </Button>
        )}
      </div>
    </>
  );
}

function countOf({ rows: { length }, hasMore }: List<unknown>): string {
  if (hasMore) return `The first ${length} are shown.`;
  return length === 1 ? '1 result' : `${length} results`;
}
