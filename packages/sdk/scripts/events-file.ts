// Writes the types of webhook events: the common fields once, the change once per record, and a line per type.
import { eventDescriptions, eventTypes } from '@parley/contract/schemas';
import { declaration, docstring, type JsonSchema, type Style } from './typescript.ts';

/** `style.named` has the schema of each event by its type, and that of any event by `anyEvent`. */
export function eventsFile(style: Style, anyEvent: string): string {
  const base = { ...propertiesOf(style, anyEvent) };
  const { type: _, data: anyChange, ...common } = base;
  const changes = new Map<string, string>();
  const events = eventTypes.map((type) => {
    const { data, apiVersion } = propertiesOf(style, type);
    if (!data || apiVersion?.const !== 'v1') throw new Error(`${type} is not like other events.`);
    const change = `${pascal(recordOf(data))}Change`;
    const text = declaration(change, data, style);
    if ((changes.get(change) ?? text) !== text)
      throw new Error(`${type} has a ${change} of its own.`);
    changes.set(change, text);
    const doc = docstring(eventDescriptions[type], '');
    return `${doc}export interface ${nameOf(type)} extends EventBase {\n  type: '${type}';\n  data: ${change};\n}\n`;
  });
  const parts = [
    declaration('Actor', style.named['Actor'] ?? {}, style),
    declaration('EventBase', schemaOf(common, 'What every event has.'), style),
    declaration('AnyChange', { ...anyChange, additionalProperties: {} }, style),
    ...[...changes].sort().map(([, text]) => text),
    ...events,
    `/** The events that this version knows; newer servers may send more. */\nexport type KnownEvent =\n${eventTypes.map((type) => `  | ${nameOf(type)}`).join('\n')};\n`,
    "/** The types of event that this version knows. */\nexport type EventType = KnownEvent['type'];\n",
  ];
  const text = parts.join('\n');
  const records = [...changes.keys()].map((name) => name.slice(0, -'Change'.length));
  const used = [...records, ...Object.keys(style.named)].filter(
    (name) => /^[A-Z]/.test(name) && new RegExp(`: .*\\b${name}\\b`).test(text),
  );
  const imported = [...new Set(used)].filter(
    (name) => !new RegExp(`(interface|type) ${name} `).test(text),
  );
  return `\nimport type { ${imported.sort().join(', ')} } from './types.ts';\n\n${text}`;
}

function propertiesOf({ named }: Style, name: string): Record<string, JsonSchema> {
  const { properties } = named[name] ?? {};
  if (!properties) throw new Error(`The contract has no ${name}.`);
  return properties;
}

function schemaOf(properties: Record<string, JsonSchema>, description: string): JsonSchema {
  return { type: 'object', description, properties, required: Object.keys(properties) };
}

/** The name of the record that `data.object` is. */
function recordOf({ properties }: JsonSchema): string {
  const record = properties?.['object']?.$ref;
  if (!record) throw new Error('The record of an event has no name.');
  return record;
}

/** `conversation.status_changed` → `ConversationStatusChangedEvent` */
function nameOf(type: string): string {
  return `${type.split(/[._]/).map(pascal).join('')}Event`;
}

function pascal(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
