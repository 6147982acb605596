/** Why the server could not answer: the errors that it logged, by the IDs of their requests. */
export class Causes {
  readonly #causes = new Map<string, string>();

  /** Reads a line of the log. */
  write(line: string): void {
    const { requestId, err } = JSON.parse(line) as { requestId?: string; err?: LoggedError };
    if (requestId !== undefined && err) this.#causes.set(requestId, textOf(err));
  }

  /** Returns the class, the code and the message of the error, and of those that caused it. */
  of(requestId: unknown): string {
    // The log names a fault of the storage only once a minute.
    return this.#causes.get(`${requestId}`) ?? 'the log does not say why';
  }
}

interface LoggedError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly cause?: LoggedError;
}

function textOf({ name, code, message, cause }: LoggedError): string {
  const own = [name, code, message].filter(Boolean).join(' ');
  return cause ? `${own}, because of ${textOf(cause)}` : own;
}
