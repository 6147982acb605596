export type Row = Record<string, string | number>;

/** Prints a plain table with right-aligned, rounded numbers. */
export function printTable(rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => format(row[column] ?? '')));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const print = (line: readonly string[]) =>
    console.log(
      line
        .map((cell, index) =>
          index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
        )
        .join('  '),
    );
  print(columns);
  for (const line of cells) print(line);
}

function format(value: string | number): string {
  if (typeof value === 'string') return value;
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
