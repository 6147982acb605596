/**
 * Collects the lines of code or of a table while its elements are read. Keeps the words in pieces: joining the text
 * after each word would copy it each time.
 */
export class WholeText {
  #lines: string[] = [];
  #line: string[] = [];

  /** The number of lines of the collected text. */
  get lines(): number {
    return this.#lines.length + (this.#line.some((piece) => piece.trim() !== '') ? 1 : 0);
  }

  add(text: string): void {
    const [first = '', ...others] = text.split('\n');
    this.#append(first);
    for (const other of others) {
      this.#endLine();
      this.#append(other);
    }
  }

  /** Separates the words before and after, unless they are separated already. */
  space(): void {
    const last = this.#line.at(-1);
    if (last !== undefined && last.trimEnd() === last) this.#line.push(' ');
  }

  line(): void {
    if (this.#line.length > 0) this.#endLine();
  }

  row(): void {
    this.#trimLine();
    while (this.#line.length === 0) {
      const line = this.#lines.pop();
      if (line === undefined) return;
      this.#append(line.trimEnd());
    }
    this.#endLine();
  }

  cell(): void {
    this.#trimLine();
    if (this.#line.length > 0) this.#line.push(' | ');
  }

  /** Returns the collected text without empty lines at its ends, and starts a new text. */
  take(): string {
    this.#endLine();
    const first = this.#lines.findIndex((line) => line.trim() !== '');
    const text = first < 0 ? '' : this.#lines.slice(first).join('\n').trimEnd();
    this.#lines = [];
    return text;
  }

  #append(piece: string): void {
    if (piece !== '') this.#line.push(piece);
  }

  #endLine(): void {
    this.#lines.push(this.#line.join(''));
    this.#line = [];
  }

  #trimLine(): void {
    for (let last = this.#line.pop(); last !== undefined; last = this.#line.pop()) {
      const trimmed = last.trimEnd();
      if (trimmed === '') continue;
      this.#line.push(trimmed);
      return;
    }
  }
}
