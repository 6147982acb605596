import { useLocation } from 'wouter';

/** Returns a function that opens another page when a request ends, unless the person has left this page meanwhile. */
export function useOnward(): (path: string) => void {
  const [, navigate] = useLocation();
  const { pathname } = location;
  return (path) => {
    if (location.pathname === pathname) navigate(path);
  };
}
