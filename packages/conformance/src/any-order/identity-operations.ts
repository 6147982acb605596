import type { Suppression } from '@parley/contract';
import { decide, takeRefusals } from './consent-decisions.ts';
import { aContactOf, contactWith, idsOf, phones } from './contact-operations.ts';
import { bodyOf, type Draw, must, mustBeRefused, mustShow, type State } from './state.ts';
import { contactIn, shownContact } from './views.ts';

const link: Draw = (choice) => {
  const id = aContactOf(choice);
  const address = choice.pick(phones);
  if (id === undefined || !address) return undefined;
  const body = { channelType: 'whatsapp', address };
  return {
    title: `link ${address} to the contact ${id}`,
    send: () => choice.scene.call('identities.link', { params: { id }, body }),
    apply(state, answer) {
      if (!state.contacts[id]) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const holder = state.holders[address];
      const owner = holder ?? contactWith(state, address) ?? id;
      if (owner !== id) return mustBeRefused(answer, 'SVC-CONFLICT');
      if (holder === undefined) {
        state.holders[address] = id;
        delete state.identityIds[address];
        takeRefusals(state, id, address);
      }
      mustShow(shownContact(bodyOf(answer)), contactIn(state, id));
    },
  };
};

const unlink: Draw = ({ scene, pick, state }) => {
  const address = pick(idsOf(state.identityIds)) ?? '';
  const id = state.holders[address];
  const identityId = state.identityIds[address];
  if (id === undefined || identityId === undefined) return undefined;
  return {
    title: `unlink ${address} from the contact ${id}`,
    send: () => scene.call('identities.unlink', { params: { id, identityId } }),
    apply({ contacts, holders, identityIds, conversations }, answer) {
      const isOwn = holders[address] === id && identityIds[address] === identityId;
      if (!contacts[id] || !isOwn) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const isUsed = Object.values(conversations).some((one) => one.address === address);
      if (isUsed) return mustBeRefused(answer, 'SVC-IN-USE');
      bodyOf(answer);
      delete holders[address];
      delete identityIds[address];
    },
  };
};

/** Returns the contacts that have a phone number, as an identity or as `phone`. */
function havingPhone(state: State, phone: string): string[] {
  const ids = [state.holders[phone], contactWith(state, phone)];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

const suppress: Draw = ({ scene, pick }) => {
  const phone = pick(phones);
  const scope = pick(['marketing', 'all'] as const);
  if (!phone || !scope) return undefined;
  const body = { channelType: 'whatsapp', address: phone, scope };
  let sentAt = '';
  return {
    title: `suppress ${scope} messages to ${phone}`,
    send: () => {
      sentAt = scene.target.now().toISOString();
      return scene.call('suppressions.create', { body });
    },
    apply(state, answer) {
      const { id, decidedAt, source } = bodyOf<Suppression>(answer);
      must(decidedAt >= sentAt, 'expected a decision after the request');
      const known = state.suppressions.find((one) => one.phone === phone && one.scope === scope);
      mustShow([id, source], [known?.id ?? id, known?.source ?? 'api']);
      state.suppressions = state.suppressions.filter((one) => one !== known);
      state.suppressions.push({ id, scope, phone, source, decidedAt });
      for (const contactId of havingPhone(state, phone)) {
        decide(state.contacts[contactId], [scope], { status: 'opted_out', at: decidedAt });
      }
    },
  };
};

const unsuppress: Draw = ({ scene, pick, state }) => {
  const id = pick(state.suppressions.flatMap((one) => one.id ?? []));
  if (id === undefined) return undefined;
  return {
    title: `delete the suppression ${id}`,
    send: () => scene.call('suppressions.delete', { params: { id } }),
    apply(state, answer) {
      const left = state.suppressions.filter((one) => one.id !== id);
      if (left.length === state.suppressions.length) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      state.suppressions = left;
    },
  };
};

export const identityOperations = { link, unlink, suppress, unsuppress };
