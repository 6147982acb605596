import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ApiError } from '../api/call.ts';
import { Button } from './button.tsx';
import { messageOf } from './error-message.ts';
import { MarkedText } from './marked-text.tsx';
import css from './problem.module.css';

interface ErrorTextProps {
  error: unknown;
  /** The names of the fields that show their issues themselves. */
  fields?: ReadonlySet<string>;
}

/** What went wrong, with the code and the request ID to search for in the log. */
export function ErrorText({ error, fields }: ErrorTextProps) {
  const issues = error instanceof ApiError ? error.issues : [];
  const others = issues.filter(({ path }) => !fields?.has(fieldOf(path)));
  return (
    <div className={css['error']}>
      <p>
        <MarkedText text={messageOf(error)} />
      </p>
      {others.map(({ path, code, message }) => (
        <p key={`${path} ${code}`}>
          {path && <code>{path}</code>} <MarkedText text={message} />
        </p>
      ))}
      {error instanceof ApiError && (
        <p className={css['code']}>
          <code>{error.code}</code>
          {error.requestId && (
            <>
              {' '}
              · request <code>{error.requestId}</code>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** The index at the end of the path of an entry of a list, such as `events.0`. */
export const entry = /\.(\d+)$/;

/** Returns the name of the field that has a value: one field has all entries of a list. */
export function fieldOf(path: string): string {
  return path.replace(entry, '');
}

interface ProblemProps {
  error: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}

export function Problem({ error, onRetry, children }: ProblemProps) {
  return (
    <div className={css['problem']} role="alert">
      <ErrorText error={error} />
      {onRetry && mayPass(error) && <Button onClick={onRetry}>Try again</Button>}
      {children}
    </div>
  );
}

/** Whether the same request may succeed later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}

export function Loading() {
  return (
    <div role="status">
      <LoadingText />
    </div>
  );
}

export function LoadingText() {
  return <p className={css['loading']}>Loading …</p>;
}

/** A failure of a list. If the server refuses its filters, a button shows the list without them. */
export function ListProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [path, navigate] = useLocation();
  const isFiltered = useSearch() !== '';
  return (
    <Problem error={error} onRetry={onRetry}>
      {error instanceof ApiError && error.code === 'SVC-VALIDATION' && isFiltered && (
        <Button onClick={() => navigate(path)}>Remove the filters</Button>
      )}
    </Problem>
  );
}

export interface Query {
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface PendingProps {
  query: Query;
  /** The page above this one, where the user can go on when the record does not exist. */
  up?: Up | undefined;
}

/** Stands where an answer of the API will be: while it loads, and when it failed. */
export function Pending({ query: { error, refetch }, up }: PendingProps) {
  if (!error) return <Loading />;
  return (
    <Problem error={error} onRetry={() => void refetch()}>
      {up && error instanceof ApiError && error.status === 404 && (
        <Link href={up.href}>Go to “{up.label}”</Link>
      )}
    </Problem>
  );
}

/** The page above another one. */
export interface Up {
  href: string;
  label: string;
}
