import type { AgencyClient } from '@parley/contract/schemas';
import { Fragment, useState } from 'react';
import { call } from '../api/call.ts';
import { refresh, useOne } from '../api/use-one.ts';
import { LimitUses, limits } from '../limits/limits.tsx';
import { Action } from '../ui/action.tsx';
import { numberOf } from '../ui/english.ts';
import { messageOf } from '../ui/error-message.ts';
import { TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { Facts } from '../ui/page.tsx';

/** Shows what a client used this month, and changes its limits. */
export function ClientLimits({ client: { id, name, limits: present } }: { client: AgencyClient }) {
  return (
    <Action
      label="Limits"
      name={`Limits of ${name}`}
      title={`Limits and usage of ${name}`}
      submit="Save limits"
      done="The limits are saved."
      onSubmit={async (values) => {
        // Only what differs from the shown values: the others may have changed meanwhile.
        const wanted = limits.flatMap(([limit]) => {
          const text = textOf(values, `limits.${limit}`);
          if (text === textOf(values, `shown.${limit}`)) return [];
          return [[limit, text === undefined ? null : Number(text)]];
        });
        const body = { limits: Object.fromEntries(wanted) };
        await call('PATCH /agencies/current/clients/:id', { path: { id }, body });
        await refresh('GET /agencies/current/clients', 'GET /agencies/current/clients/:id/usage');
      }}
    >
      <Usage clientId={id} />
      <LimitFields present={present} />
    </Action>
  );
}

/** The fields keep the values of the moment when the dialog was opened, also when others change the limits meanwhile. */
function LimitFields({ present }: { present: AgencyClient['limits'] | undefined }) {
  const [shown] = useState(present);
  return limits.map(([limit, label]) => (
    <Fragment key={limit}>
      <input type="hidden" name={`shown.${limit}`} value={shown?.[limit] ?? ''} />
      <TextField
        label={label}
        name={`limits.${limit}`}
        inputMode="numeric"
        pattern="[0-9]*"
        defaultValue={shown?.[limit] ?? ''}
        hint="Empty: no limit."
      />
    </Fragment>
  ));
}

function Usage({ clientId }: { clientId: string }) {
  const { data, error } = useOne('GET /agencies/current/clients/:id/usage', {
    path: { id: clientId },
    query: thisMonth(),
  });
  if (!data) return <p>{error ? messageOf(error) : 'The usage is being counted.'}</p>;
  const { messages, contacts } = data;
  return (
    <>
      <Facts
        of={[
          ['Messages from customers this month', numberOf(messages.inbound)],
          ['Messages to customers this month', numberOf(messages.outbound)],
          ['New contacts this month', numberOf(contacts.created)],
        ]}
      />
      <LimitUses uses={data.limits} />
    </>
  );
}

/** Returns the present month in UTC, like the limit of messages. */
function thisMonth() {
  const now = new Date();
  const start = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString();
  return { from: start(0), to: start(1) };
}
