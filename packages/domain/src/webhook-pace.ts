/**
 * Returns how attempts are spaced to keep `maxPerSecond`: at most `burst` attempts start together, then no attempt starts for
 * `burst` × `spacingUs` microseconds. In any period of a second, at most `maxPerSecond` attempts start. Null without a limit.
 */
export function paceOf(maxPerSecond: number | null) {
  if (maxPerSecond === null) return null;
  const burst = Math.max(1, Math.floor(maxPerSecond / 10));
  const perSecond = Math.floor(maxPerSecond / burst) * burst;
  return { burst, spacingUs: Math.ceil(1_000_000 / perSecond) };
}
