import type { WebhookEndpoint, WebhookTestResult } from '@parley/contract/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refresh } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';
import { ChoiceField, SelectField } from '../ui/field.tsx';
import { changesOf } from '../ui/form.tsx';
import { Facts } from '../ui/page.tsx';
import { useOnward } from '../ui/use-onward.ts';
import { EndpointFields, endpointIn, NewSecret, secretOf } from './endpoint-fields.tsx';

interface OfEndpoint {
  endpoint: WebhookEndpoint;
}

const hourMs = 3_600_000;

function refreshed() {
  return refresh(
    'GET /webhook-endpoints',
    'GET /webhook-endpoints/:id',
    'GET /webhook-endpoints/:id/deliveries',
  );
}

export function EndpointActions({ endpoint }: OfEndpoint) {
  return (
    <>
      <SendTest endpoint={endpoint} />
      <Replay endpoint={endpoint} />
      <Edit endpoint={endpoint} />
      <RotateSecret endpoint={endpoint} />
      <Switch endpoint={endpoint} />
      <Delete endpoint={endpoint} />
    </>
  );
}

function SendTest({ endpoint: { id, url } }: OfEndpoint) {
  return (
    <Action
      label="Send a test"
      look="primary"
      title="Send a test"
      submit="Send"
      resultTitle="Result of the test"
      onSubmit={async (_values, once) => {
        const result = await once('POST /webhook-endpoints/:id/test', { path: { id } });
        void refreshed();
        return <TestResult result={result} />;
      }}
    >
      <p>
        The server sends one signed example event to <code>{url}</code>, and shows the answer. The
        event is in no log.
      </p>
    </Action>
  );
}

function TestResult({ result }: { result: WebhookTestResult }) {
  const { delivered, statusCode, durationMs, error, responseSnippet } = result;
  return (
    <>
      <p>
        <strong>{delivered ? 'The endpoint received the test.' : 'The test failed.'}</strong>{' '}
        {error?.message}
      </p>
      <Facts
        of={[
          ['Status of the answer', statusCode ?? 'no answer'],
          ['Time', `${durationMs} ms`],
          ['Answer', <code key="answer">{responseSnippet || 'empty'}</code>],
        ]}
      />
    </>
  );
}

function Replay({ endpoint: { id } }: OfEndpoint) {
  return (
    <Action
      label="Replay"
      title="Send past events again"
      submit="Replay"
      onSubmit={async (values, once) => {
        const hours = Number(values.get('hours'));
        const { count, approximate } = await once('POST /webhook-endpoints/:id/replay', {
          path: { id },
          body: {
            since: new Date(Number(values.get('openedAtMs')) - hours * hourMs).toISOString(),
            onlyFailed: values.get('which') === 'missed',
          },
        });
        void refreshed();
        return (
          <p>
            {approximate ? `More than ${count}` : count} {count === 1 ? 'event' : 'events'} will be
            sent.
          </p>
        );
      }}
    >
      <OpenedAt />
      <SelectField
        label="Events of the last"
        name="hours"
        options={[
          { value: '1', label: 'hour' },
          { value: '24', label: 'day' },
          { value: '168', label: '7 days' },
          { value: '719', label: '30 days' },
        ]}
      />
      <ChoiceField
        type="radio"
        label="Which"
        name="which"
        options={[
          { value: 'missed', label: 'Only events that the endpoint missed', checked: true },
          { value: 'all', label: 'Also events that it received', hint: 'With the same IDs.' },
        ]}
      />
    </Action>
  );
}

/** The time at which the dialog was opened: a second attempt must ask for the same events, to have the same key. */
function OpenedAt() {
  const [openedAtMs] = useState(Date.now);
  return <input type="hidden" name="openedAtMs" value={openedAtMs} />;
}

function Edit({ endpoint }: OfEndpoint) {
  const { id } = endpoint;
  return (
    <Action
      label="Edit"
      title="Edit the endpoint"
      submit="Save"
      done="The endpoint is changed."
      onSubmit={async (values, _once, shown) => {
        const body = changesOf(endpointIn(shown), endpointIn(values));
        await call('PATCH /webhook-endpoints/:id', { path: { id }, body });
        await refreshed();
      }}
    >
      <EndpointFields of={endpoint} />
    </Action>
  );
}

function RotateSecret({ endpoint: { id } }: OfEndpoint) {
  return (
    <Action
      label="Rotate secret"
      title="Rotate the secret"
      submit="Make the new secret"
      resultTitle="The new secret"
      onSubmit={async (_values, once) => {
        const path = { id };
        const rotated = await once('POST /webhook-endpoints/:id/rotate-secret', { path });
        const secret = await secretOf(rotated);
        void refreshed();
        return <NewSecret secret={secret} />;
      }}
    >
      <p>For 24 hours, the old secret and the new one both sign.</p>
    </Action>
  );
}

function Switch({ endpoint: { id, status } }: OfEndpoint) {
  const verb = status === 'enabled' ? 'disable' : 'enable';
  const label = status === 'enabled' ? 'Disable' : 'Enable';
  return (
    <Action
      label={label}
      title={`${label} the endpoint?`}
      submit={label}
      done={`The endpoint is ${verb}d.`}
      onSubmit={async (_values, once) => {
        await once(`POST /webhook-endpoints/:id/${verb}`, { path: { id } });
        await refreshed();
      }}
    >
      {status === 'enabled' ? (
        <p>Deliveries that wait are canceled. Later you can replay what the endpoint missed.</p>
      ) : (
        <p>The endpoint receives the events from now on. Replay sends those that it missed.</p>
      )}
    </Action>
  );
}

function Delete({ endpoint: { id, url } }: OfEndpoint) {
  const onward = useOnward();
  return (
    <Action
      label="Delete"
      look="danger"
      title="Delete the endpoint?"
      submit="Delete endpoint"
      done="The endpoint is deleted."
      onSubmit={async () => {
        await call('DELETE /webhook-endpoints/:id', { path: { id } });
        await refresh('GET /webhook-endpoints');
        onward('/webhooks');
      }}
    >
      <p>
        <code>{url}</code> receives no more events. Deliveries that wait are canceled.
      </p>
    </Action>
  );
}
