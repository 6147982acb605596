/**
 * Returns values as the text of a filter: `a,b`. A `,` or `\` in a value gets a `\` before it. The SDK writes the values
 * of a list by the same rule.
 */
export function joinFilter(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',');
}

/** Returns the values of a filter that `joinFilter` wrote. A `\` before any other character is part of the value. */
export function splitFilter(text: string): string[] {
  if (!text.includes('\\')) return text.split(',');
  // With a comma before the first value too, no match is empty.
  return Array.from(`,${text}`.matchAll(/,((?:\\[\\,]|[^,])*)/g), ([, value = '']) =>
    value.replaceAll(/\\([\\,])/g, '$1'),
  );
}
