import { Changing } from './changing.ts';
import css from './toast.module.css';

const shownMs = 6_000;
const current = new Changing<string>();

/** Ends what would hide the message: another one follows, or it is hidden. */
let ending = new AbortController();

/** The IDs of the open modal dialogs, the topmost last. */
export const openDialogs = new Changing<readonly string[]>();

/** Shows a message for some seconds, and until the user does something. Screen readers read it aloud. */
export function notify(text: string): void {
  ending.abort();
  const ended = new AbortController();
  ending = ended;
  current.set(text);
  setTimeout(() => {
    const hide = () => {
      ended.abort();
      current.set(undefined);
    };
    const { signal } = ended;
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, hide, { signal });
  }, shownMs);
}

/** The place of the messages. Screen readers ignore all that is outside of a modal dialog, so each dialog has its own. */
export function Toasts({ dialogId }: { dialogId?: string }) {
  const text = current.use();
  const isOnTop = openDialogs.use()?.at(-1) === dialogId;
  return (
    <div className={css['toasts']} role="status">
      {text && isOnTop && <p className={css['toast']}>{text}</p>}
    </div>
  );
}
