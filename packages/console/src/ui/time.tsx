// The long style names the time zone, which is that of the browser.
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A time as "3 hours ago"; its tooltip shows the date. */
export function Time({ at, never = '–' }: { at: string | null; never?: string }) {
  if (at === null) return never;
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {relativeTo(date)}
    </time>
  );
}

/** The date and the time of day. */
export function ExactTime({ at, never = '–' }: { at: string | null; never?: string }) {
  if (at === null) return never;
  return <time dateTime={at}>{full.format(new Date(at))}</time>;
}

function relativeTo(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!found) return relative.format(0, 'second');
  const [unit, length] = found;
  return relative.format(Math.trunc(seconds / length), unit);
}
