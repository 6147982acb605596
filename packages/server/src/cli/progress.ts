const width = 30;

/** The output for the progress: `process.stderr`, so that the standard output can be a file. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface Progress {
  show(done: number, total?: number): void;
  /** Ends the line of the progress, so that other output begins on a new line. */
  end(): void;
}

/**
 * Returns the display of progress. On a terminal, it is a bar on one line. Otherwise, it prints a line for each tenth,
 * and nothing without a total.
 */
export function progressOf(unit: string, screen: Screen = process.stderr): Progress {
  let tenths = -1;
  const isTerminal = screen.isTTY === true;
  return {
    show(done, total) {
      const count = done.toLocaleString('en');
      const part = total === undefined ? undefined : total === 0 ? 1 : done / total;
      const text = part === undefined ? count : `${count} of ${total?.toLocaleString('en')}`;
      if (isTerminal) {
        const full = Math.floor((part ?? 0) * width);
        const bar = `[${'#'.repeat(full)}${'-'.repeat(width - full)}] `;
        screen.write(`\r${part === undefined ? '' : bar}${text} ${unit}\u001b[K`);
        tenths = 0;
        return;
      }
      const reached = part === undefined ? -1 : Math.floor(part * 10);
      if (reached > tenths) screen.write(`${text} ${unit}\n`);
      tenths = Math.max(tenths, reached);
    },
    end() {
      if (isTerminal && tenths === 0) screen.write('\n');
    },
  };
}
