/** The value as a whole number of ten-thousandths, which sums exactly. */
export function toTenThousandths(value: number): number {
  return Math.round(value * 10_000);
}

/** A whole number of 10^-places as a decimal text, without zeros at the end. */
export function decimal(amount: bigint, places: number): string {
  const digits = amount.toString().padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return text.replace(/\.?0+$/, '');
}
