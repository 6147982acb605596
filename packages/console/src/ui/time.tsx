import { Changing } from './changing.ts';
import { english } from './english.ts';

// The long style names the time zone, which is that of the browser.
const full = new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeStyle: 'long' });
// For the rows of logs, which have no room for more.
const inYear = new Intl.DateTimeFormat(english, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(english, { numeric: 'auto' });
const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

// A page can stay open for a whole day.
const minute = new Changing<number>();
setInterval(() => minute.set(Date.now()), 60_000);

interface TimeProps {
  at: string | null;
  never?: string;
  /** Stands for each time in the past; absent = the time itself. */
  past?: string;
}

/** A time as "3 hours ago", which stays right while the page is open; its tooltip shows the date. */
export function Time({ at, never = '–', past }: TimeProps) {
  minute.use();
  if (at === null) return never;
  const date = new Date(at);
  if (past !== undefined && date.getTime() <= Date.now()) return past;
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

/** The time of a row in a log: without the year if it is the present one. The tooltip also has the time zone. */
export function LogTime({ at }: { at: string }) {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (
    <time dateTime={at} title={full.format(date)}>
      {inYear.format(date)}
      {!isThisYear && `, ${date.getFullYear()}`}
    </time>
  );
}

function relativeTo(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!found) return relative.format(0, 'second');
  const [unit, length] = found;
  // A week from now is in 7 days, also a moment later.
  const round = seconds < 0 ? Math.trunc : Math.ceil;
  return relative.format(round(seconds / length), unit);
}
