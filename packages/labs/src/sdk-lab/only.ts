/** Returns the words of `--only=…`, separated by commas; none without the option. */
export function wordsOfOnly(): string[] {
  return process.argv
    .slice(2)
    .flatMap((argument) => (argument.startsWith('--only=') ? argument.slice(7).split(',') : []));
}
