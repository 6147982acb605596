import type { WebhookDelivery } from '@parley/contract/schemas';
import { Link, useParams } from 'wouter';
import { useList } from '../api/use-list.ts';
import { useOne } from '../api/use-one.ts';
import { useSession } from '../session/session.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts, Page, pendingPage, Section } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointStatus } from './webhooks-page.tsx';

type Status = WebhookDelivery['status'];

const tones: Readonly<{ [One in Status]: Tone }> = {
  pending: 'neutral',
  delivering: 'neutral',
  delivered: 'good',
  retrying: 'warn',
  exhausted: 'danger',
  canceled: 'neutral',
};

const labels: Readonly<{ [One in Status]: string }> = {
  pending: 'Waiting for the first attempt',
  delivering: 'In flight',
  delivered: 'Delivered',
  retrying: 'Failed, will be repeated',
  exhausted: 'Failed for good',
  canceled: 'Canceled',
};

export function EndpointPage() {
  const { id = '' } = useParams();
  const { agency } = useSession();
  const endpoint = useOne('GET /webhook-endpoints/:id', { path: { id } });
  const up = { href: '/webhooks', label: 'Webhooks' };
  if (!endpoint.data) return pendingPage('Webhook endpoint', endpoint, up);
  const { data } = endpoint;
  return (
    <Page
      title={data.description ?? 'Webhook endpoint'}
      up={up}
      about={data.url}
      actions={!agency && <EndpointActions endpoint={data} />}
    >
      <Facts
        of={[
          ['Status', <EndpointStatus key="status" of={data} />],
          ['Events', data.events.join(', ')],
          ['Last success', <Time key="success" at={data.lastSuccessAt} never="none" />],
          ['Failing since', <Time key="failing" at={data.failingSince} />],
          ['Created', <Time key="created" at={data.createdAt} />],
          ['ID', <Copyable key="id" small label="ID" text={data.id} />],
        ]}
      />
      <Deliveries id={id} />
    </Page>
  );
}

function Deliveries({ id }: { id: string }) {
  const [status, setStatus] = useFilter<Status>('status');
  const list = useList(
    'GET /webhook-endpoints/:id/deliveries',
    { path: { id }, query: { ...(status && { status }) } },
    { everyMs: 5_000 },
  );
  return (
    <Section title="Deliveries of the last 30 days">
      <ChooseStatus
        label="Show"
        all="All deliveries"
        value={status}
        options={labels}
        onChoose={setStatus}
      />
      <ListTable
        caption="Deliveries"
        columns={columns}
        list={list}
        empty={
          status
            ? 'No delivery has this status.'
            : 'Nothing has been delivered yet. Send a test, or wait for an event.'
        }
      />
    </Section>
  );
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    head: 'Event',
    cell: ({ id, endpointId, eventType }) => (
      <Link href={`/webhooks/${endpointId}/deliveries/${id}`}>
        <Breakable text={eventType} />
      </Link>
    ),
  },
  { head: 'Status', short: true, cell: ({ status }) => <DeliveryStatus status={status} /> },
  { head: 'Attempts', short: true, cell: ({ attemptCount }) => attemptCount },
  {
    head: 'Last answer',
    cell: ({ lastAttempt }) => lastAttempt?.statusCode ?? lastAttempt?.error?.code ?? '–',
  },
  {
    head: 'Next attempt',
    short: true,
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} past="due" />,
  },
  { head: 'Created', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function DeliveryStatus({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}
