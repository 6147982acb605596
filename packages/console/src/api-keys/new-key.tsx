import type { IssuedApiKey } from '@parley/contract/schemas';
import type { ReactNode } from 'react';
import { Copyable } from '../ui/copyable.tsx';

interface NewKeyProps {
  /** Its secret is null if an earlier attempt has made the key: the server keeps only a hash. */
  apiKey: Pick<IssuedApiKey, 'hint' | 'secret'>;
  /** How the user gets another key when no response has shown the secret of this one. */
  ifLost: ReactNode;
}

/** The secret of a new key, which no later answer contains. */
export function NewKey({ apiKey: { hint, secret }, ifLost }: NewKeyProps) {
  if (secret === null) {
    return (
      <p>
        <strong>The key cannot be shown.</strong> Your first attempt made the key{' '}
        <code>{hint}</code>, but the response got lost, and the server keeps only a hash of it.{' '}
        {ifLost}
      </p>
    );
  }
  return (
    <>
      <p>
        <strong>Copy the key now.</strong> It is not shown again: the server keeps only a hash of
        it.
      </p>
      <Copyable label="API key" text={secret} />
    </>
  );
}
