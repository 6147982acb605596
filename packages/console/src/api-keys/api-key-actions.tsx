import type { RotationGrace } from '@parley/contract/console';
import type { ApiKey } from '@parley/contract/schemas';
import { refresh } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';
import { ChoiceField, SelectField, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { NewKey } from './new-key.tsx';

const dayS = 86_400;
const lifetimes = [
  { value: '', label: 'Never' },
  { value: String(30 * dayS), label: 'In 30 days' },
  { value: String(90 * dayS), label: 'In 90 days' },
  { value: String(365 * dayS), label: 'In a year' },
];

const graces: readonly { value: RotationGrace; label: string; checked?: boolean }[] = [
  { value: '0', label: 'Not at all: it stops at once' },
  { value: '1h', label: 'For 1 hour' },
  { value: '24h', label: 'For 24 hours', checked: true },
  { value: '7d', label: 'For 7 days' },
];

const rotateIt =
  'Rotate that key, and choose that it stops at once: you get a new key in its place.';

export function CreateApiKey() {
  return (
    <Action
      label="Create API key"
      look="primary"
      title="Create an API key"
      submit="Create"
      resultTitle="Your new API key"
      onSubmit={async (values, once) => {
        const expires = textOf(values, 'expiresInSeconds');
        const apiKey = await once('POST /api-keys', {
          body: {
            name: textOf(values, 'name') ?? '',
            ...(expires && { expiresInSeconds: Number(expires) }),
          },
        });
        void refresh('GET /api-keys');
        return <NewKey apiKey={apiKey} ifLost={rotateIt} />;
      }}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={255}
        hint="The program that will use the key, such as “Shop backend”."
      />
      <SelectField label="Expires" name="expiresInSeconds" options={lifetimes} />
    </Action>
  );
}

export function RotateApiKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  return (
    <Action
      label="Rotate"
      name={`Rotate ${name}`}
      title={`Rotate “${name}”`}
      submit="Make the new key"
      resultTitle={`The new key of “${name}”`}
      onSubmit={async (values, once) => {
        const grace = String(values.get('grace')) as RotationGrace;
        const apiKey = await once('POST /api-keys/:id/rotate', {
          path: { id },
          body: { grace },
        });
        void refresh('GET /api-keys');
        return <NewKey apiKey={apiKey} ifLost={rotateIt} />;
      }}
    >
      <p>You get a new key with the same name. Give it to the program while the old one works.</p>
      <ChoiceField type="radio" label="The old key still works" name="grace" options={graces} />
    </Action>
  );
}

interface RevokeProps {
  apiKey: ApiKey;
  /** ID of the client whose key it is, if an agency issued it; absent = a key of this workspace. */
  clientId?: string;
}

export function RevokeApiKey({ apiKey: { id, name, hint }, clientId }: RevokeProps) {
  return (
    <Action
      label="Revoke"
      name={`Revoke ${name}`}
      look="danger"
      title={`Revoke “${name}”?`}
      submit="Revoke key"
      done={`The key “${name}” is revoked.`}
      onSubmit={async (_values, once) => {
        await (clientId === undefined
          ? once('POST /api-keys/:id/revoke', { path: { id } })
          : once('POST /agencies/current/clients/:id/api-keys/:apiKeyId/revoke', {
              path: { id: clientId, apiKeyId: id },
            }));
        await refresh('GET /api-keys', 'GET /agencies/current/clients/:id/api-keys');
      }}
    >
      <p>
        The server refuses <code>{hint}</code> from the next request on. Programs that use it stop
        working. This cannot be undone.
      </p>
    </Action>
  );
}
