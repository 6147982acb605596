import { Changing } from './changing.ts';
import css from './toast.module.css';

const shownMs = 6_000;
const current = new Changing<string>();

/** Shows a message for a few seconds. Screen readers read it aloud. */
export function notify(text: string): void {
  current.set(text);
  setTimeout(() => current.value === text && current.set(undefined), shownMs);
}

export function Toasts() {
  const text = current.use();
  return (
    <div className={css['toasts']} role="status">
      {text && <p className={css['toast']}>{text}</p>}
    </div>
  );
}
