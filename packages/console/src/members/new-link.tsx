import { useOne } from '../api/use-one.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Pending } from '../ui/problem.tsx';

interface NewLinkProps {
  email: string;
  /** The token of the link; null = an earlier attempt has made the invitation: the server keeps only a hash. */
  token: string | null;
  /** Whether the server also sends the link by mail; absent = the answer does not say it. */
  mailed?: boolean;
  /** How to get another link, as the end of a sentence. */
  ifLost: string;
}

/** The link of a new invitation, which no later answer contains. */
export function NewLink({ email, token, mailed, ifLost }: NewLinkProps) {
  if (token === null) {
    return (
      <p>
        <strong>The link cannot be shown.</strong> Your first attempt invited {email}, but the
        response got lost, and the server keeps only a hash of the link.{' '}
        {mailed === false ? 'For another link' : 'If no mail with the link arrives'}, {ifLost}.
      </p>
    );
  }
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
      <LinkText token={token} />
    </>
  );
}

/** The link, with the address that the mails of the server also have: this page may be open at another one. */
function LinkText({ token }: { token: string }) {
  const brand = useOne('GET /brand');
  if (!brand.data) return <Pending query={brand} />;
  const url = brand.data.consoleUrl ?? location.origin;
  return <Copyable label="Link" text={`${url}/invitation#token=${token}`} />;
}
