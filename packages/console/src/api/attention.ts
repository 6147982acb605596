/** How long a page counts as used after an input of a person, in milliseconds. */
const usedMs = 60_000;

let lastInputMs = performance.now();
// Voice control, dictation and screen readers can click and enter text without a pointer or a key.
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click', 'input']) {
  addEventListener(
    type,
    ({ isTrusted }) => {
      if (isTrusted) lastInputMs = performance.now();
    },
    { capture: true, passive: true },
  );
}

/** Returns whether nobody has used the page for a minute. */
export function isUnattended(): boolean {
  return performance.now() - lastInputMs > usedMs;
}
