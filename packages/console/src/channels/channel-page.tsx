import type { Channel } from '@parley/contract/schemas';
import { useParams } from 'wouter';
import { useOne } from '../api/use-one.ts';
import { mayAs, useSession } from '../session/session.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Facts, Page, pendingPage } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { AccountSection, Quality } from './account.tsx';
import { Capabilities } from './capabilities.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelStatus } from './channels-page.tsx';
import { Checks } from './checks.tsx';
import { networks, providers } from './networks.ts';
import { Receiver } from './receiver.tsx';
import { SendCommand, Simulator } from './simulator.tsx';

export function ChannelPage() {
  const { id = '' } = useParams();
  const query = useOne('GET /channels/:id', { path: { id } });
  const session = useSession();
  const { agency } = session;
  const isAdmin = mayAs(session, 'admin');
  const up = { href: '/channels', label: 'Channels' };
  const channel = query.data;
  if (!channel) return pendingPage('Channel', query, up);
  const isSandbox = channel.provider === 'sandbox';
  const mayChange = isAdmin && channel.status !== 'archived';
  const maySend = isSandbox && mayChange && !agency && channel.status !== 'disabled';
  return (
    <Page title={channel.name} up={up} actions={mayChange && <ChannelActions channel={channel} />}>
      <Summary channel={channel} />
      {isSandbox && mayChange && <Simulator channel={channel} />}
      {maySend && <SendCommand channel={channel} />}
      {!isSandbox && <Checks channel={channel} />}
      <Quality channel={channel} />
      <AccountSection channel={channel} />
      {!isSandbox && mayChange && <Receiver channel={channel} />}
      <Capabilities of={channel.capabilities} />
    </Page>
  );
}

function Summary({ channel }: { channel: Channel }) {
  const { lastError, lastErrorAt } = channel;
  return (
    <Facts
      of={[
        ['Status', <ChannelStatus key="status" of={channel} />],
        ['Network', networks[channel.type].label],
        ['Provider', providers[channel.provider]],
        ['Address', channel.address ?? '–'],
        ['Last inbound', <Time key="in" at={channel.lastInboundAt} never="none" />],
        ['Last outbound', <Time key="out" at={channel.lastOutboundAt} never="none" />],
        [
          'Last error',
          lastError ? (
            <span key="error">
              {lastError.message} <Time at={lastErrorAt} />
            </span>
          ) : (
            'none'
          ),
        ],
        ['ID', <Copyable key="id" small label="ID" text={channel.id} />],
      ]}
    />
  );
}
