import type { Contact, ContactImport, EventEnvelope } from '@parley/contract';
import { csv } from '../contact-imports.fixtures.ts';
import { unique } from '../scene.ts';
import { takeRefusals } from './consent-decisions.ts';
import { aNewContact, contactFoundBy, phones } from './contact-operations.ts';
import { fieldKeys } from './field-operations.ts';
import { bodyOf, type Draw, must, mustBeRefused, mustShow } from './state.ts';
import { addTag, tagNames } from './tag-operations.ts';

/** Imports a file with two rows, which may have the same phone number. */
const importRows: Draw = ({ scene, pick }) => {
  const rows = [0, 1].map(() => ({
    phone: pick(phones) as string,
    name: unique('Import'),
    tag: pick([undefined, undefined, ...tagNames]),
  }));
  const key = pick([undefined, ...fieldKeys]);
  const onConflict = pick(['update', 'update', 'skip'] as const);
  const columns = ['phone', 'name', 'tags', ...(key ? [`customFields.${key}`] : [])];
  const cells = rows.map(({ phone, name, tag = '' }) => [
    `+${phone}`,
    name,
    tag,
    ...(key ? [3] : []),
  ]);
  const body = csv(...[columns, ...cells].map((line) => line.join(',')));
  /** The IDs of the contacts that the import creates, by their names. Its response does not have them. */
  const created = new Map<string, string>();
  // When a later row changes the contact, the event has the name of that row.
  const idOfNew = (phone: string) =>
    rows.flatMap((row) => (row.phone === phone ? (created.get(row.name) ?? []) : []))[0] ?? '';
  const isRefused = (status: number) => status === 400;
  return {
    title: `import ${JSON.stringify({ rows, key, onConflict })}`,
    async send() {
      const query = { match: 'phone', onConflict: String(onConflict) };
      const answer = await scene.call('contactImports.create', { body, query });
      const events = await scene.call('events.list', {
        query: { type: 'contact.created', limit: 50, sort: '-sequence' },
      });
      for (const { data } of bodyOf<{ data: EventEnvelope[] }>(events).data) {
        const { id, name } = data.object as Contact;
        created.set(String(name), id);
      }
      return answer;
    },
    // The columns are checked before the transaction that applies the rows.
    earlier: [
      ({ fields }, answer) => {
        const isUnknown = key !== undefined && fields[key] === undefined;
        if (isUnknown) mustBeRefused(answer, 'SVC-VALIDATION');
        else must(!isRefused(answer.status), `expected a success, got ${answer.text}`);
      },
    ],
    apply(state, answer) {
      if (isRefused(answer.status)) return;
      const outcomes = rows.map(({ phone, name, tag }) => {
        const known = contactFoundBy(state, phone);
        if (known !== undefined && onConflict === 'skip') return 'skipped';
        if (key !== undefined && state.fields[key] === undefined) return 'failed';
        const id = known ?? idOfNew(phone);
        if (known === undefined) must(id !== '' && !state.contacts[id], 'expected a new contact');
        const contact = state.contacts[id] ?? aNewContact(state, name, `+${phone}`);
        state.contacts[id] = contact;
        contact.name = name;
        contact.phone ??= `+${phone}`;
        if (key !== undefined) contact.customFields[key] = 3;
        if (tag !== undefined) addTag(state, id, tag);
        takeRefusals(state, id, phone);
        return known === undefined ? 'created' : 'updated';
      });
      const done = bodyOf<ContactImport>(answer);
      const count = (wanted: string) => outcomes.filter((one) => one === wanted).length;
      const results = ['created', 'updated', 'skipped', 'failed'] as const;
      mustShow(
        [done.status, ...results.map((one) => done[one])],
        ['completed', ...results.map(count)],
      );
    },
  };
};

export const importOperations = { importRows };
