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
    'A change of a record and its event are written in one transaction: neither exists without the other. Parley sends',
    'events to [webhook endpoints](../guides/webhooks.md) and stores them for 30 days. `GET /events` lists them,',
    '`GET /event-types` has the JSON Schema of each type.',
    '',
    'New types and new fields may be added: ignore unknown ones.',
    '',
    '## Fields',
    '',
    ...fieldTable(eventEnvelope),
    '',
    '`data.object` is the record after the change. `data.changes` names the fields that changed and `data.previous`',
    'has their previous values; `previous` is null when the record was created or deleted. Events of a message also',
    'have summaries of its conversation and its contact.',
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
