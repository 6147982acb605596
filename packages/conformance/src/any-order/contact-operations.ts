import type { Contact, ContactBatch, ContactUpsert } from '@parley/contract';
import { unique } from '../scene.ts';
import {
  consentOfNew,
  decide,
  keepSuppressions,
  stricter,
  takeRefusals,
} from './consent-decisions.ts';
import {
  bodyOf,
  type Choice,
  type ContactState,
  type Draw,
  Impossible,
  must,
  mustBeRefused,
  mustShow,
  removeNotesOf,
  type State,
} from './state.ts';
import { contactIn, shownContact } from './views.ts';

/** The phone numbers of each tenant. There are few, so that requests often concern the same one. */
export const phones = ['5511987650001', '5511987650002', '5511987650003', '5511987650004'] as const;

export function idsOf(records: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(records).sort();
}

export const aContactOf = ({ pick, state }: Choice) => pick(idsOf(state.contacts));

/** Returns the ID of the contact whose `phone` has this number; undefined without one. */
export function contactWith({ contacts }: State, phone: string): string | undefined {
  return idsOf(contacts).find((id) => contacts[id]?.phone === `+${phone}`);
}

/** Returns the ID of the contact that an upsert with this number finds: by its `phone`, or else by its address. */
export function contactFoundBy(state: State, phone: string): string | undefined {
  return contactWith(state, phone) ?? state.holders[phone];
}

/** Returns a new contact. It has the opt-outs that are stored for its phone number. */
export function aNewContact(state: State, name: string | null, phone: string | null): ContactState {
  const consent = consentOfNew(state, phone?.slice(1) ?? null);
  const decided = { archived: false, blocked: false, consent };
  return { name, phone, lifecycle: 'lead', ...decided, tags: [], customFields: {} };
}

const create: Draw = ({ scene, pick }) => {
  const phone = pick([undefined, ...phones]);
  const name = unique('Contact');
  const body = { name, ...(phone !== undefined && { phone: `+${phone}` }) };
  return {
    title: `create a contact ${JSON.stringify(body)}`,
    send: () => scene.call('contacts.create', { body }),
    apply(state, answer) {
      if (phone !== undefined && contactWith(state, phone)) {
        return mustBeRefused(answer, 'SVC-CONFLICT');
      }
      const contact = bodyOf<Contact>(answer);
      must(!state.contacts[contact.id], 'expected a new contact');
      state.contacts[contact.id] = aNewContact(state, name, body.phone ?? null);
      mustShow(shownContact(contact), contactIn(state, contact.id));
    },
  };
};

const upsert: Draw = ({ scene, pick }) => {
  const phone = pick(phones) as string;
  const name = unique('Upserted');
  const body = { match: ['phone'], phone: `+${phone}`, name } as const;
  return {
    title: `upsert the contact with the phone ${phone}, named ${name}`,
    send: () => scene.call('contacts.upsert', { body }),
    apply(state, answer) {
      const { contact, created } = bodyOf<ContactUpsert>(answer);
      const known = contactFoundBy(state, phone);
      mustShow([created, contact.id], [known === undefined, known ?? contact.id]);
      if (created) must(!state.contacts[contact.id], 'expected a new contact');
      const before = state.contacts[contact.id] ?? aNewContact(state, name, `+${phone}`);
      state.contacts[contact.id] = { ...before, name, phone: before.phone ?? `+${phone}` };
      takeRefusals(state, contact.id, phone);
      mustShow(shownContact(contact), contactIn(state, contact.id));
    },
  };
};

const rename: Draw = (choice) => {
  const id = aContactOf(choice);
  if (id === undefined) return undefined;
  const name = unique('Name');
  return {
    title: `rename the contact ${id} to ${name}`,
    send: () => choice.scene.call('contacts.update', { params: { id }, body: { name } }),
    apply(state, answer) {
      const contact = state.contacts[id];
      if (!contact) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      contact.name = name;
      mustShow(shownContact(bodyOf(answer)), contactIn(state, id));
    },
  };
};

type FlagAction = 'archive' | 'unarchive' | 'block' | 'unblock';

/** Draws a value of a flag of a contact, and sends the request that `requestOf` returns for it. */
function flagged(flag: 'archived' | 'blocked', actionOf: (value: boolean) => FlagAction): Draw {
  return (choice) => {
    const id = aContactOf(choice);
    const value = choice.pick([true, false]) === true;
    if (id === undefined) return undefined;
    const action = actionOf(value);
    return {
      title: `${action} the contact ${id}`,
      send: () => choice.scene.call(`contacts.${action}`, { params: { id } }),
      apply(state, answer) {
        const contact = state.contacts[id];
        if (!contact) return mustBeRefused(answer, 'SVC-NOT-FOUND');
        contact[flag] = value;
        mustShow(shownContact(bodyOf(answer)), contactIn(state, id));
      },
    };
  };
}

const archive = flagged('archived', (archived) => (archived ? 'archive' : 'unarchive'));
const block = flagged('blocked', (blocked) => (blocked ? 'block' : 'unblock'));

const optOutOrIn: Draw = (choice) => {
  const id = aContactOf(choice);
  const scope = choice.pick(['marketing', 'all', 'all'] as const);
  const action = choice.pick(['optOut', 'optOut', 'optIn'] as const);
  if (id === undefined || !scope || !action) return undefined;
  const status = action === 'optOut' ? 'opted_out' : 'opted_in';
  const { call, target } = choice.scene;
  let sentAt = '';
  return {
    title: `${action} the contact ${id} of ${scope} messages`,
    send: () => {
      sentAt = target.now().toISOString();
      return call(`contacts.${action}`, { params: { id }, body: { scope } });
    },
    apply(state, answer) {
      const contact = state.contacts[id];
      if (!contact) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const shown = bodyOf<Contact>(answer).consent[scope];
      // Only the response tells the time of the decision.
      if (shown.status === status) {
        must((shown.at ?? '') >= sentAt, 'expected a decision after the request');
        decide(contact, [scope], { status, at: shown.at });
      }
      // The transaction began before that of a newer decision, which was committed first and stays.
      else must((contact.consent[scope].at ?? '') > sentAt, 'expected the decision');
      mustShow(shownContact(bodyOf(answer)), contactIn(state, id));
    },
  };
};

/** Creates or updates two contacts by their phone numbers, which may be equal. */
const batch: Draw = ({ scene, pick }) => {
  const items = [0, 1].map(() => ({
    match: ['phone'] as const,
    phone: `+${pick(phones)}`,
    name: unique('Batch'),
  }));
  return {
    title: `upsert together ${JSON.stringify(items)}`,
    send: () => scene.call('contacts.batch', { body: { items } }),
    apply(state, answer) {
      const { results } = bodyOf<ContactBatch>(answer);
      for (const [place, { phone, name }] of items.entries()) {
        const { status, contact } = results[place] ?? {};
        const known = contactFoundBy(state, phone.slice(1));
        mustShow(status, known === undefined ? 'created' : 'updated');
        const id = known ?? contact?.id ?? '';
        if (known === undefined) must(!state.contacts[id], 'expected a new contact');
        const before = state.contacts[id] ?? aNewContact(state, name, phone);
        state.contacts[id] = { ...before, name, phone: before.phone ?? phone };
        takeRefusals(state, id, phone.slice(1));
        must(contact?.id === id && contact.name === name, `expected the contact ${id}`);
      }
    },
  };
};

const lifecycles: readonly Contact['lifecycle'][] = ['lead', 'opportunity', 'customer'];

const merge: Draw = (choice) => {
  const ids = idsOf(choice.state.contacts);
  const primaryId = choice.pick(ids);
  const duplicateId = choice.pick(ids.filter((id) => id !== primaryId));
  if (primaryId === undefined || duplicateId === undefined) return undefined;
  return {
    title: `merge the contact ${duplicateId} into ${primaryId}`,
    send: () => choice.scene.call('contacts.merge', { body: { primaryId, duplicateId } }),
    apply(state, answer) {
      const primary = state.contacts[primaryId];
      const duplicate = state.contacts[duplicateId];
      const isRepeat = !duplicate && state.merged[duplicateId] === primaryId;
      if (!primary || (!duplicate && !isRepeat)) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (duplicate) {
        primary.name ??= duplicate.name;
        primary.phone ??= duplicate.phone;
        primary.archived &&= duplicate.archived;
        primary.blocked ||= duplicate.blocked;
        primary.consent = stricter(primary.consent, duplicate.consent);
        primary.tags = [...new Set([...primary.tags, ...duplicate.tags])].sort();
        primary.customFields = { ...duplicate.customFields, ...primary.customFields };
        const ranks = [primary, duplicate].map(({ lifecycle }) => lifecycles.indexOf(lifecycle));
        primary.lifecycle = lifecycles[Math.max(...ranks)] ?? 'lead';
        delete state.contacts[duplicateId];
        const moved = { [duplicateId]: primaryId };
        for (const records of [state.holders, state.merged]) {
          for (const key of Object.keys(records)) {
            if (records[key] === duplicateId) records[key] = primaryId;
          }
        }
        for (const record of withContact(state)) {
          record.contactId = moved[record.contactId ?? ''] ?? record.contactId;
        }
        for (const { subject } of Object.values(state.notes)) {
          if (subject.id === duplicateId) subject.id = primaryId;
        }
        state.merged[duplicateId] = primaryId;
      }
      mustShow(shownContact(bodyOf(answer)), contactIn(state, primaryId));
    },
  };
};

/** Returns every record that refers to a contact. */
function withContact({ conversations, deals, tickets }: State): { contactId: string | null }[] {
  return [...Object.values(conversations), ...Object.values(deals), ...tickets];
}

export const contactOperations = {
  createContact: create,
  upsertContact: upsert,
  renameContact: rename,
  archiveContact: archive,
  blockContact: block,
  optOutOrIn,
  batchContacts: batch,
  mergeContacts: merge,
};

/** Removes the notes of a contact, of its conversations and of its deals from the model. */
function removeNotes(state: State, contactId: string): void {
  const { conversations, deals } = state;
  const records = [...Object.entries(conversations), ...Object.entries(deals)];
  const own = records.filter(([, record]) => record.contactId === contactId);
  for (const recordId of [contactId, ...own.map(([key]) => key)]) removeNotesOf(state, recordId);
}

/**
 * Draws an erasure. It takes several transactions, so the test cannot order it among changes of the same contact. A
 * later contact with an address of a blocked one refuses all messages.
 */
export const erase: Draw = (choice) => {
  const id = aContactOf(choice);
  if (id === undefined) return undefined;
  let updatedAt = '';
  return {
    title: `erase the contact ${id}`,
    async send() {
      // The opt-out of a blocked contact gets the time of its last change.
      ({ updatedAt } = await choice.scene.api.contacts.get({ params: { id } }));
      return await choice.scene.call('contacts.delete', { params: { id } });
    },
    apply(state, answer) {
      if (!state.contacts[id]) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (answer.status !== 204) throw new Impossible(`expected 204, got ${answer.text}`);
      const erased = state.contacts[id];
      removeNotes(state, id);
      delete state.contacts[id];
      const addresses = idsOf(state.holders).filter((address) => state.holders[address] === id);
      for (const address of addresses) delete state.holders[address];
      const phone = erased.phone ? [erased.phone.slice(1)] : [];
      keepSuppressions(state, erased, { addresses: [...addresses, ...phone], updatedAt });
      for (const deal of Object.values(state.deals)) {
        if (deal.contactId === id) Object.assign(deal, { title: '[erased]', contactId: null });
      }
      const anonymous = { subject: '[erased]', contactId: null, conversationId: null };
      for (const ticket of state.tickets) {
        if (ticket.contactId === id) Object.assign(ticket, anonymous);
      }
      for (const [key, { contactId }] of Object.entries(state.conversations)) {
        if (contactId === id) delete state.conversations[key];
      }
      for (const [key, { conversationId }] of Object.entries(state.scheduled)) {
        if (!state.conversations[conversationId]) delete state.scheduled[key];
      }
    },
  };
};
