import type { SqlWriter } from './sql-writer.ts';

// On Postgres, an update of a row writes an entry into each index of its table. It writes none if it changes no indexed
// column, and the page of the row has space for the new version. The status reports of a message change `updated_at` of
// its conversation several times within seconds. So the indexes have the minute of `updated_at` instead, which a
// generated column computes, and only the first change in a minute writes entries. A list reads the minutes in the
// order of the index, and sorts the rows of each minute: it reads all rows of the minutes of its page.

/** Returns the column with the minute of a time if the index has it instead of the time; undefined otherwise. */
export function minuteColumn(
  { byMinute }: { readonly byMinute?: readonly string[] },
  column: string,
  { dialect }: SqlWriter,
): string | undefined {
  if (dialect === 'sqlite' || !byMinute?.includes(column)) return undefined;
  return column.replace(/_at$/, '_minute');
}

/** Returns the value of the column with the minute of this time. */
export function minuteOf(time: string): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length);
}
