import type { WebhookAttempt, WebhookDelivery } from '@parley/contract/schemas';
import { Link, useParams } from 'wouter';
import { refresh, useOne } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';
import { Facts, Json, Page, pendingPage, Section } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { ExactTime, Time } from '../ui/time.tsx';
import { DeliveryStatus } from './endpoint-page.tsx';

export function DeliveryPage() {
  const { id = '', deliveryId = '' } = useParams();
  const delivery = useOne(
    'GET /webhook-deliveries/:id',
    { path: { id: deliveryId } },
    { everyMs: 3_000 },
  );
  const up = { href: `/webhooks/${id}`, label: 'Endpoint' };
  if (!delivery.data) return pendingPage('Delivery', delivery, up);
  const { data } = delivery;
  return (
    <Page title={data.eventType} up={up} actions={<Redeliver delivery={data} />}>
      <Facts
        of={[
          ['Status', <DeliveryStatus key="status" status={data.status} />],
          ['Created', <ExactTime key="created" at={data.createdAt} />],
          ['Delivered', <ExactTime key="delivered" at={data.deliveredAt} />],
          ['Next attempt', <Time key="next" at={data.nextAttemptAt} past="due" />],
          [
            'Event',
            <Link key="event" href={`/events/${data.eventId}`}>
              {data.eventId}
            </Link>,
          ],
        ]}
      />
      <Section title="Attempts">
        {data.attempts.length === 0 ? (
          <p>No attempt yet.</p>
        ) : (
          <Table
            caption="Attempts"
            columns={columns}
            rows={data.attempts.map((attempt) => ({ ...attempt, id: String(attempt.n) }))}
          />
        )}
      </Section>
      <Section title="Body">
        <Body eventId={data.eventId} />
      </Section>
    </Page>
  );
}

const columns: readonly Column<WebhookAttempt & { id: string }>[] = [
  { head: 'Attempt', short: true, cell: ({ n }) => n },
  { head: 'Cause', short: true, cell: ({ trigger }) => trigger },
  { head: 'Time', short: true, cell: ({ at }) => <ExactTime at={at} /> },
  { head: 'Status', short: true, cell: ({ statusCode }) => statusCode ?? 'no answer' },
  { head: 'Duration', short: true, cell: ({ durationMs }) => `${durationMs} ms` },
  {
    head: 'Answer',
    cell: ({ error, responseSnippet }) => (
      <div>
        {error && <div>{error.message}</div>}
        {responseSnippet && <code>{responseSnippet}</code>}
      </div>
    ),
  },
];

function Body({ eventId }: { eventId: string }) {
  const event = useOne('GET /events/:id', { path: { id: eventId } });
  if (!event.data) return <Pending query={event} />;
  return <Json label="Body of the webhook" value={event.data} />;
}

function Redeliver({ delivery: { id, status } }: { delivery: WebhookDelivery }) {
  if (status === 'pending' || status === 'delivering') return null;
  return (
    <Action
      label="Redeliver"
      look="primary"
      title="Deliver the event once more?"
      submit="Redeliver"
      done="The event is sent again."
      onSubmit={async (_values, once) => {
        await once('POST /webhook-deliveries/:id/redeliver', { path: { id } });
        await refresh('GET /webhook-deliveries/:id', 'GET /webhook-endpoints/:id/deliveries');
      }}
    >
      <p>
        The server sends the event at once, with the same ID, and repeats it if it fails. A correct
        receiver recognizes an ID that it has seen.
      </p>
    </Action>
  );
}
