/** The same promise, whose failure ends no process when nobody awaits it. */
export function unheard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
