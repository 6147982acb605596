import type { Channel, ChannelCredentials } from '@parley/contract/schemas';
import { useParams } from 'wouter';
import { useOne } from '../api/use-one.ts';
import { mayAs, useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Facts, Page, Section } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { ExactTime, Time } from '../ui/time.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelStatus } from './channels-page.tsx';
import { Simulator } from './simulator.tsx';

export function ChannelPage() {
  const { id = '' } = useParams();
  const query = useOne('GET /channels/:id', { path: { id } });
  const mayChange = mayAs(useSession(), 'admin');
  const up = { href: '/channels', label: 'Channels' };
  const channel = query.data;
  if (!channel) {
    return (
      <Page title="Channel" up={up}>
        <Pending query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={channel.name}
      up={up}
      actions={mayChange && channel.status !== 'archived' && <ChannelActions channel={channel} />}
    >
      <Facts
        of={[
          ['Status', <ChannelStatus key="status" of={channel} />],
          ['Network', channel.type],
          ['Provider', channel.provider.replaceAll('_', ' ')],
          ['Address', channel.address ?? '–'],
          ['Last inbound', <Time key="in" at={channel.lastInboundAt} never="none" />],
          ['Last outbound', <Time key="out" at={channel.lastOutboundAt} never="none" />],
          ['Last error', channel.lastError?.message ?? 'none'],
          ['ID', <code key="id">{channel.id}</code>],
        ]}
      />
      {channel.provider === 'sandbox' && mayChange && <Simulator channel={channel} />}
      {channel.provider !== 'sandbox' && <Checks channel={channel} />}
      {channel.credentials && <Credentials of={channel.credentials} />}
      <Capabilities of={channel.capabilities} />
    </Page>
  );
}

type Check = NonNullable<Channel['verification']>['checks'][number] & { id: string };

const checkColumns: readonly Column<Check>[] = [
  { head: 'Check', cell: ({ name }) => name.replaceAll('_', ' ') },
  {
    head: 'Result',
    cell: ({ ok }) => <Badge tone={ok ? 'good' : 'danger'}>{ok ? 'good' : 'failed'}</Badge>,
  },
  { head: 'Found', cell: ({ detail }) => detail },
  { head: 'What to do', cell: ({ fix }) => fix ?? '–' },
];

function Checks({ channel: { verification } }: { channel: Channel }) {
  return (
    <Section title="Checks">
      {verification ? (
        <Table
          caption="Checks of the channel"
          columns={checkColumns}
          rows={verification.checks.map((check) => ({ ...check, id: check.name }))}
        />
      ) : (
        <p>The channel has not been checked yet. Verify it: the server asks the provider.</p>
      )}
    </Section>
  );
}

const secrets = ['accessToken', 'appSecret', 'verifyToken', 'refreshToken', 'appId'] as const;

function Credentials({ of: credentials }: { of: ChannelCredentials }) {
  return (
    <Section title="Credentials">
      <Facts
        of={[
          ...secrets.map((name) => [name, credentials[name] ? 'stored' : 'not stored'] as const),
          ['Access token expires', <ExactTime key="expires" at={credentials.expiresAt} />],
          ['Renewed by the server', credentials.refreshable ? 'yes' : 'no'],
        ]}
      />
    </Section>
  );
}

function Capabilities({ of: found }: { of: Channel['capabilities'] }) {
  const { unit, limit } = found.maxText;
  return (
    <Section title="Capabilities">
      <Facts
        of={[
          ['Who may begin', beginnings[found.businessInitiated]],
          ['Messaging window', `${found.windowHours} hours after the customer wrote`],
          ['Templates', found.templates ? 'yes' : 'no'],
          ['Receipts', found.receipts.join(', ')],
          ['Typing indicator', found.typing ? 'yes' : 'no'],
          ['Longest text', `${limit.toLocaleString()} ${unit}`],
        ]}
      />
    </Section>
  );
}

const beginnings: Readonly<{ [Way in Channel['capabilities']['businessInitiated']]: string }> = {
  template: 'the customer; the business with a template',
  none: 'the customer only',
};
