import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './copyable.module.css';

interface CopyableProps {
  /** Names the text, such as "API key". */
  label: string;
  text: string;
  /** Whether it stands among other facts, where a box would be too large. */
  small?: true;
}

/** A text with a button that copies it. Where the browser offers no clipboard, the button selects the text. */
export function Copyable({ label, text, small }: CopyableProps) {
  const shown = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'selected'>();

  async function copy() {
    try {
      // Pages without https have no clipboard.
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setResult('selected');
    }
  }

  return (
    <div className={`${css['copyable']} ${small ? css['small'] : ''}`}>
      <code ref={shown} className={css['text']}>
        {text}
      </code>
      <Button
        look={small ? 'plain' : 'normal'}
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <p className={css['result']} role="status">
        {result === 'copied' && `${label} copied.`}
        {result === 'selected' && 'The text is selected. Press Ctrl+C or ⌘C to copy it.'}
      </p>
    </div>
  );
}
