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
  const others = issues.filter(({ path }) => !fields?.has(path));
  return (
    <div className={css['error']}>
      <p>
        <MarkedText text={messageOf(error)} />
      </p>
      {others.map(({ path, code, message }) => (
        <p key={`${path} ${code}`}>
          {path && <code>{path}</code>} {message}
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

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={css['problem']} role="alert">
      <ErrorText error={error} />
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

export function Loading() {
  return (
    <p className={css['loading']} role="status">
      Loading …
    </p>
  );
}

interface Query {
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** Stands where an answer of the API will be: while it loads, and when it failed. */
export function Pending({ query: { error, refetch } }: { query: Query }) {
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />;
}
