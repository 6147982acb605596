/** How long a page counts as used after an input of a person, in milliseconds. */
const usedMs = 60_000;

let lastInputMs = performance.now();
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
  addEventListener(
    type,
    () => {
      lastInputMs = performance.now();
    },
    { capture: true, passive: true },
  );
}

/** Returns whether nobody has used the page for a minute. */
export function isUnattended(): boolean {
  return performance.now() - lastInputMs > usedMs;
}
