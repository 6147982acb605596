/** A character that people can see. Controls, fillers and empty Braille patterns show nothing. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has a character that people can see. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
