/** The emoji of the names that a webhook can state without an emoji. Source: Meta's reference of `message_reactions`. */
const emojiOf: ReadonlyMap<string, string> = new Map([
  ['love', '❤️'],
  ['like', '👍'],
  ['dislike', '👎'],
  ['smile', '😆'],
  ['wow', '😮'],
  ['sad', '😢'],
  ['angry', '😠'],
]);

/** Returns the emoji of a reaction that a webhook names; the name itself when it is not known. */
export function emojiNamed(name: string): string {
  return emojiOf.get(name) ?? name;
}

/**
 * Returns the text by which a request names a reaction. Instagram documents one name, `love`, and takes emoji as they
 * are.
 */
export function reactionTo(emoji: string): string {
  // The red heart may come with or without the variation selector U+FE0F.
  return emoji.replace('\ufe0f', '') === '❤' ? 'love' : emoji;
}
