/** Returns the milliseconds by which the clocks of a zone are ahead of UTC at a time. */
export type Zone = (ms: number) => number;

const zones = new Map<string, Zone>();

/** Returns the zone with an IANA name. */
export function zoneNamed(timeZone: string): Zone {
  // The case of a name has no meaning. Without this, a client could fill the memory with spellings of one zone.
  const key = timeZone.toLowerCase();
  const known = zones.get(key);
  if (known) return known;
  // Creating a format costs much more than using it.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const zone = (ms: number) => {
    // Before 1970, offsets can have seconds, and early years need an era. So earlier times get the offset of 1970.
    const at = Math.max(ms, 0);
    const [month = 0, day, year = 0, hour, minute, second] = (
      format.format(at).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
  zones.set(key, zone);
  return zone;
}
