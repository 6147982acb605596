import { Copyable } from '../ui/copyable.tsx';

interface NewLinkProps {
  email: string;
  /** The token; null = the server has shown it before. */
  token: string | null;
  /** Whether the server also sends the link by mail; absent = the answer does not say it. */
  mailed?: boolean;
}

/** The link of a new invitation, which no later answer contains. */
export function NewLink({ email, token, mailed }: NewLinkProps) {
  return (
    <>
      <p>
        {mailed ? (
          <>
            <strong>The server sends this link to {email} by mail.</strong> If no mail arrives, send
            it yourself.
          </>
        ) : (
          <strong>
            Send this link to {email} now{mailed === undefined && ', unless the server sends mails'}
            .
          </strong>
        )}{' '}
        It is not shown again. It works once, for 7 days.
      </p>
      {token && <Copyable label="Link" text={`${location.origin}/invitation#token=${token}`} />}
    </>
  );
}
