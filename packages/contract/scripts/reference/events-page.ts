import { eventExamples } from '../../src/event-examples.ts';
import { type EventType, eventDescriptions, eventTypes } from '../../src/event-names.ts';
import { eventEnvelope, eventObjects } from '../../src/events.ts';
import { namedSchemas } from '../../src/openapi/named-schemas.ts';
import { fieldTable, json } from './fields.ts';

export function eventsPage(): string {
  return `${[
    '# Events',
    '',
    '<!-- Written by `pnpm build:docs` from packages/contract/src/events.ts. Do not edit. -->',
    '',
    'Every change is recorded as an event, in the transaction that makes the change: there is no change without its',
    'event and no event without its change. Events are sent to [webhook endpoints](../guides/webhooks.md), and kept',
    'for 30 days: `GET /events` lists them, `GET /event-types` has the JSON Schema of each type.',
    '',
    'New types and new fields may be added: ignore what you do not know.',
    '',
    '## Fields',
    '',
    ...fieldTable(eventEnvelope),
    '',
    '`data.object` is the record after the change. `data.changes` names the fields that changed and `data.previous`',
    'holds their values before; `previous` is null when the record was made or deleted. Events of a message also',
    'carry its conversation and its contact, in short.',
    '',
    '## Types',
    '',
    '| Type | `data.object` | |',
    '|---|---|---|',
    ...eventTypes.map(row),
    '',
    '## Example',
    '',
    ...json(eventExamples['message.delivered']),
  ].join('\n')}\n`;
}

function row(type: EventType): string {
  return `| \`${type}\` | ${namedSchemas.get(eventObjects[type])} | ${eventDescriptions[type]} |`;
}
