import type { Channel } from '@parley/contract/schemas';
import { call } from '../api/call.ts';
import { refresh } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';

interface OfChannel {
  channel: Channel;
}

const refreshed = () => refresh('GET /channels', 'GET /channels/:id');

export function ChannelActions({ channel }: OfChannel) {
  return (
    <>
      {channel.provider !== 'sandbox' && <Verify channel={channel} />}
      <Switch channel={channel} />
    </>
  );
}

function Verify({ channel: { id } }: OfChannel) {
  return (
    <Action
      label="Verify"
      look="primary"
      title="Verify the channel"
      submit="Verify"
      done="The checks are done."
      onSubmit={async () => {
        await call('POST /channels/:id/verify', { path: { id } });
        await refreshed();
        return undefined;
      }}
    >
      <p>
        The server asks the provider whose account the credentials belong to, and whether the
        channel can send and receive.
      </p>
    </Action>
  );
}

function Switch({ channel: { id, status } }: OfChannel) {
  const isOff = status === 'disabled';
  const label = isOff ? 'Enable' : 'Disable';
  return (
    <Action
      label={label}
      title={`${label} the channel?`}
      submit={label}
      onSubmit={async () => {
        await call(isOff ? 'POST /channels/:id/enable' : 'POST /channels/:id/disable', {
          path: { id },
        });
        await refreshed();
        return undefined;
      }}
    >
      {isOff ? (
        <p>The channel sends again, and messages that waited are sent.</p>
      ) : (
        <p>The channel sends nothing until you enable it. Queued messages wait.</p>
      )}
    </Action>
  );
}
