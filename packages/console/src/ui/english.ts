/** The language of formatted times and numbers: that of the pages, in the variety that the user prefers. */
export const english = navigator.languages.find((one) => /^en\b/.test(one)) ?? 'en';

export function numberOf(count: number): string {
  return count.toLocaleString(english);
}
