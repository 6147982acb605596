import { Copyable } from '../ui/copyable.tsx';

/** The secret of a new key, which no later answer contains. */
export function NewKey({ secret }: { secret: string | null }) {
  return (
    <>
      <p>
        <strong>Copy the key now.</strong> It is not shown again: the server keeps only a hash of
        it.
      </p>
      {secret && <Copyable label="API key" text={secret} />}
    </>
  );
}
