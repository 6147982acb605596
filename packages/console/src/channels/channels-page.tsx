import type { Channel } from '@parley/contract/schemas';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { useList } from '../api/use-list.ts';
import { refresh } from '../api/use-one.ts';
import { mayAs, useSession } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const tones: Readonly<{ [Status in Channel['status']]: Tone }> = {
  pending: 'warn',
  active: 'good',
  error: 'danger',
  disabled: 'neutral',
  archived: 'neutral',
};

const networks: readonly { value: Channel['type']; label: string }[] = [
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'tiktok', label: 'TikTok' },
];

const columns: readonly Column<Channel>[] = [
  { head: 'Name', cell: ({ id, name }) => <Link href={`/channels/${id}`}>{name}</Link> },
  { head: 'Network', cell: ({ type }) => networks.find(({ value }) => value === type)?.label },
  { head: 'Provider', cell: ({ provider }) => provider.replaceAll('_', ' ') },
  { head: 'Status', cell: (channel) => <ChannelStatus of={channel} /> },
  { head: 'Last inbound', cell: ({ lastInboundAt }) => <Time at={lastInboundAt} never="none" /> },
];

export function ChannelsPage() {
  const list = useList('GET /channels');
  return (
    <Page
      title="Channels"
      about="Connections to messaging networks. A sandbox channel simulates its network: nothing leaves the server."
      actions={mayAs(useSession(), 'admin') && <CreateSandbox />}
    >
      <ListTable
        caption="Channels"
        columns={columns}
        list={list}
        empty={
          <p>
            No channel yet. Add a sandbox to try the API, or{' '}
            <a href="/docs/guides/channels">connect a real account with the API</a>.
          </p>
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
      look="primary"
      title="Add a sandbox channel"
      submit="Add"
      done="The sandbox is ready."
      onSubmit={async (values) => {
        const type = networks.find(({ value }) => value === values.get('type'))?.value;
        await call('POST /channels', {
          body: {
            name: textOf(values, 'name') ?? '',
            type: type ?? 'whatsapp',
            provider: 'sandbox',
          },
        });
        await refresh('GET /channels');
        return undefined;
      }}
    >
      <TextField label="Name" name="name" required maxLength={120} />
      <SelectField label="Network to simulate" name="type" options={networks} />
    </Action>
  );
}
