interface MarkedTextProps {
  /** A text of the server. The parts between backticks are names or values. */
  text: string;
  /** What the console calls these names. */
  labels?: ReadonlyMap<string, string>;
}

export function MarkedText({ text, labels }: MarkedTextProps) {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return part;
    const label = labels?.get(part);
    // The same name may occur twice.
    const key = `${index} ${part}`;
    return label ? <strong key={key}>{label}</strong> : <code key={key}>{part}</code>;
  });
}
