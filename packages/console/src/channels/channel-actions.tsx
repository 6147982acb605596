import type { Channel } from '@parley/contract/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { newSender } from '../api/send-once.ts';
import { refresh } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';
import { messageOf } from '../ui/error-message.ts';
import { TextField } from '../ui/field.tsx';
import { changesOf, textOf } from '../ui/form.tsx';
import { notify } from '../ui/toast.tsx';
import { useOnward } from '../ui/use-onward.ts';
import { ConfigFields, CredentialFields, configIn, credentialsIn } from './account-fields.tsx';
import { resultOf } from './checks.tsx';
import { ReceiverSteps } from './receiver.tsx';

interface OfChannel {
  channel: Channel;
}

const refreshed = () => refresh('GET /channels', 'GET /channels/:id');

export function ChannelActions({ channel }: OfChannel) {
  const isSandbox = channel.provider === 'sandbox';
  return (
    <>
      {!isSandbox && <Verify channel={channel} />}
      {!isSandbox && <ReplaceCredentials channel={channel} />}
      <Edit channel={channel} />
      <Switch channel={channel} />
      <Delete channel={channel} />
    </>
  );
}

/** Asks the provider, and says how its checks ended. A further attempt asks again: it has a key of its own. */
async function verify(id: string, action: 'verify' | 'enable' = 'verify'): Promise<void> {
  try {
    notify(resultOf(await newSender()(`POST /channels/:id/${action}`, { path: { id } })));
  } finally {
    await refreshed();
  }
}

function Verify({ channel: { id } }: OfChannel) {
  return (
    <Action
      label="Verify"
      look="primary"
      title="Verify the channel"
      submit="Verify"
      onSubmit={async () => {
        await verify(id);
      }}
    >
      <p>
        The server asks the provider whose account the credentials belong to, and whether the
        channel can send and receive.
      </p>
    </Action>
  );
}

function ReplaceCredentials({ channel }: OfChannel) {
  const { id, type, credentials: stored } = channel;
  return (
    <Action
      label="Replace credentials"
      title="Replace credentials"
      submit="Store and verify"
      onSubmit={async (values) => {
        const credentials = credentialsIn(values);
        const changed = await call('PATCH /channels/:id', { path: { id }, body: { credentials } });
        await verify(id).catch((error: unknown) =>
          notify(`The credentials are stored, but were not verified. ${messageOf(error)}`),
        );
        const { verifyToken } = credentials;
        return verifyToken && <ReceiverSteps channel={changed} verifyToken={verifyToken} />;
      }}
    >
      <p>The channel sends nothing until the new credentials are verified. Queued messages wait.</p>
      <CredentialFields type={type} stored={stored} />
    </Action>
  );
}

function Edit({ channel }: OfChannel) {
  const { id, config } = channel;
  return (
    <Action
      label="Edit"
      title="Edit the channel"
      submit="Save"
      done="The channel is changed."
      onSubmit={async (values, _once, shown) => {
        const body = {
          ...changesOf(detailsIn(shown), detailsIn(values)),
          ...(config && { config: changesOf(configIn(shown), configIn(values)) }),
        };
        await call('PATCH /channels/:id', { path: { id }, body });
        await refreshed();
      }}
    >
      <DetailFields of={channel} />
    </Action>
  );
}

/** The fields keep the values of the moment when the dialog was opened, also when others change the channel meanwhile. */
function DetailFields({ of: present }: { of: Channel }) {
  const [{ type, name, address, config }] = useState(present);
  return (
    <>
      <TextField label="Name" name="name" required maxLength={120} defaultValue={name} />
      <TextField
        label="Address"
        name="address"
        maxLength={64}
        defaultValue={address ?? ''}
        hint="The phone number or the @handle, to show to people."
      />
      {config && (
        <>
          <p>With another account, the channel sends nothing until it is verified again.</p>
          <ConfigFields type={type} of={config} />
        </>
      )}
    </>
  );
}

function detailsIn(values: FormData) {
  return { name: textOf(values, 'name') ?? '', address: textOf(values, 'address') ?? null };
}

function Switch({ channel: { id, status } }: OfChannel) {
  const isOff = status === 'disabled';
  const label = isOff ? 'Enable' : 'Disable';
  return (
    <Action
      label={label}
      title={`${label} the channel?`}
      submit={label}
      onSubmit={async (_values, once) => {
        if (isOff) await verify(id, 'enable');
        else {
          await once('POST /channels/:id/disable', { path: { id } });
          notify('The channel is disabled.');
        }
        await refreshed();
      }}
    >
      {isOff ? (
        <p>When its checks succeed, the channel sends again, and messages that waited are sent.</p>
      ) : (
        <p>
          The channel sends nothing until you enable it. Queued messages wait. Messages of customers
          still arrive.
        </p>
      )}
    </Action>
  );
}

function Delete({ channel: { id, name } }: OfChannel) {
  const onward = useOnward();
  return (
    <Action
      label="Delete"
      look="danger"
      title={`Delete “${name}”?`}
      submit="Delete channel"
      done={`The channel “${name}” is deleted.`}
      onSubmit={async () => {
        await call('DELETE /channels/:id', { path: { id } });
        void refreshed();
        onward('/channels');
      }}
    >
      <p>
        The channel sends and receives no more messages. Queued messages fail, and its credentials
        are removed. Its conversations stay. This cannot be undone.
      </p>
    </Action>
  );
}
