import { useLocation } from 'wouter';
// The other one decodes the values, and they would be decoded twice.
import { useSearch } from 'wouter/use-browser-location';

/** A filter of a list, kept in the address of the page: links, a reload and the back button restore it. */
export function useFilter<Value extends string>(name: string, initial?: Value) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  // The server refuses a value that it does not know.
  const value = (new URLSearchParams(search).get(name) ?? initial ?? '') as Value | '';
  function choose(chosen: Value | '' = '') {
    if (chosen === value) return;
    const next = new URLSearchParams(search);
    if (chosen === (initial ?? '')) next.delete(name);
    else next.set(name, chosen);
    navigate(next.size > 0 ? `?${next}` : path);
  }
  return [value || undefined, choose] as const;
}
