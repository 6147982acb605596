/**
 * How `maxPerSecond` is kept: at most `burst` attempts are taken together, and as many spacings pass before
 * the next. No second, wherever it begins, sees more than `maxPerSecond` of them taken.
 */
export function throttleOf(maxPerSecond: number | null) {
  if (maxPerSecond === null) return null;
  const burst = Math.max(1, Math.floor(maxPerSecond / 10));
  const perSecond = Math.floor(maxPerSecond / burst) * burst;
  return { burst, spacingUs: Math.ceil(1_000_000 / perSecond) };
}
