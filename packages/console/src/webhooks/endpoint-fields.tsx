import type { CreateWebhookEndpointBody, WebhookEndpoint } from '@parley/contract/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Copyable } from '../ui/copyable.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';

/** The fields keep the values of the moment when the dialog was opened, also when others change the endpoint meanwhile. */
export function EndpointFields({ of: present }: { of?: WebhookEndpoint }) {
  const [endpoint] = useState(present);
  return (
    <>
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        defaultValue={endpoint?.url}
        placeholder="https://example.com/parley"
        hint="With https, at a public address, unless the server allows others."
      />
      <TextField
        label="Purpose"
        name="description"
        maxLength={255}
        defaultValue={endpoint?.description ?? ''}
        hint="In your own words; may stay empty."
      />
      <TextArea
        label="Events"
        name="events"
        required
        defaultValue={endpoint?.events.join('\n') ?? '*'}
        hint={
          <>
            One per line: a type such as <code>message.received</code>, a group such as{' '}
            <code>message.*</code>, or <code>*</code> for all.
          </>
        }
      />
    </>
  );
}

/** What the fields hold. The server checks whether it knows the events. */
export function endpointIn(values: FormData) {
  const events = (textOf(values, 'events') ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    url: textOf(values, 'url') ?? '',
    description: textOf(values, 'description') ?? null,
    events: events as CreateWebhookEndpointBody['events'],
  };
}

/** Returns the new secret of an endpoint. The response to a repeated request does not contain it. */
export async function secretOf({ id, secret }: { id: string; secret: string | null }) {
  return secret ?? (await call('GET /webhook-endpoints/:id/secret', { path: { id } })).secret;
}

export function NewSecret({ secret }: { secret: string }) {
  return (
    <>
      <p>Your program checks the signature of each webhook with this secret.</p>
      <Copyable label="Secret" text={secret} />
    </>
  );
}
