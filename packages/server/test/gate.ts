/** Lets a test hold work up: `opened` resolves when someone calls `open`. */
export function aGate(): { open(): void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}
