import type { Channel } from '@parley/contract/schemas';
import { Link, useLocation } from 'wouter';
import { useList } from '../api/use-list.ts';
import { refresh } from '../api/use-one.ts';
import { mayAs, useSession } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { networkOptions, networks, providers } from './networks.ts';

const tones: Readonly<{ [Status in Channel['status']]: Tone }> = {
  pending: 'warn',
  active: 'good',
  error: 'danger',
  disabled: 'neutral',
  archived: 'neutral',
};

const columns: readonly Column<Channel>[] = [
  { head: 'Name', cell: ({ id, name }) => <Link href={`/channels/${id}`}>{name}</Link> },
  { head: 'Network', short: true, cell: ({ type }) => networks[type].label },
  { head: 'Provider', short: true, cell: ({ provider }) => providers[provider] },
  { head: 'Status', short: true, cell: (channel) => <ChannelStatus of={channel} /> },
  {
    head: 'Last inbound',
    short: true,
    cell: ({ lastInboundAt }) => <Time at={lastInboundAt} never="none" />,
  },
];

const statuses: Readonly<{ [Status in Channel['status']]: string }> = {
  active: 'Active channels',
  pending: 'Channels to verify',
  error: 'Channels with an error',
  disabled: 'Disabled channels',
  archived: 'Deleted channels',
};

export function ChannelsPage() {
  const [status, setStatus] = useFilter<Channel['status']>('status');
  const [, navigate] = useLocation();
  const list = useList('GET /channels', { query: { ...(status && { status }) } });
  const isAdmin = mayAs(useSession(), 'admin');
  return (
    <Page
      title="Channels"
      about="Connections to messaging networks. A sandbox channel simulates its network: nothing leaves the server."
      actions={
        isAdmin && (
          <>
            <Button look="primary" onClick={() => navigate('/channels/connect')}>
              Connect a channel
            </Button>
            <CreateSandbox />
          </>
        )
      }
    >
      <ChooseStatus
        label="Show"
        all="Not deleted"
        value={status}
        options={statuses}
        onChoose={setStatus}
      />
      <ListTable
        caption="Channels"
        columns={columns}
        list={list}
        empty={
          status
            ? 'No channel has this status.'
            : `No channel yet. ${isAdmin ? 'Add a sandbox to try Parley, or connect an account of WhatsApp, Instagram or TikTok.' : 'An admin of the workspace can add one.'}`
        }
      />
    </Page>
  );
}

export function ChannelStatus({ of: { status, statusReason } }: { of: Channel }) {
  const reason = statusReason ? `: ${statusReason.replaceAll('_', ' ')}` : '';
  return <Badge tone={tones[status]}>{`${status}${reason}`}</Badge>;
}

function CreateSandbox() {
  return (
    <Action
      label="Add sandbox"
      title="Add a sandbox channel"
      submit="Add"
      done="The sandbox is ready."
      onSubmit={async (values, once) => {
        const type = networkOptions.find(({ value }) => value === values.get('type'))?.value;
        await once('POST /channels', {
          body: {
            name: textOf(values, 'name') ?? '',
            type: type ?? 'whatsapp',
            provider: 'sandbox',
          },
        });
        await refresh('GET /channels');
      }}
    >
      <TextField label="Name" name="name" required maxLength={120} />
      <SelectField label="Network to simulate" name="type" options={networkOptions} />
    </Action>
  );
}
