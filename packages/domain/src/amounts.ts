/** Returns the value as a whole number of ten-thousandths, so that sums are exact. */
export function toTenThousandths(value: number): number {
  return Math.round(value * 10_000);
}

/** Returns `amount` divided by 10^`places` as a decimal text without trailing zeros. */
export function decimal(amount: bigint, places: number): string {
  const digits = amount.toString().padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return text.replace(/\.?0+$/, '');
}
