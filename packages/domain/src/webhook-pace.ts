/**
 * How `maxPerSecond` is kept: at most `burst` attempts begin together, and as many times `spacingUs` pass before the next.
 * No second, wherever it begins, sees more than `maxPerSecond` attempts begin. Null without a limit.
 */
export function paceOf(maxPerSecond: number | null) {
  if (maxPerSecond === null) return null;
  const burst = Math.max(1, Math.floor(maxPerSecond / 10));
  const perSecond = Math.floor(maxPerSecond / burst) * burst;
  return { burst, spacingUs: Math.ceil(1_000_000 / perSecond) };
}
