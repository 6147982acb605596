import type { CustomField } from '@parley/contract';
import { isSuccess } from '../routes.ts';
import { aContactOf } from './contact-operations.ts';
import { bodyOf, type Draw, must, mustBeRefused, mustShow, type State } from './state.ts';
import { contactIn, shownContact } from './views.ts';

/** The keys of the custom fields of contacts in each tenant; all are of type number. */
export const fieldKeys = ['rank', 'visits'] as const;

const setField: Draw = (choice) => {
  const id = aContactOf(choice);
  const key = choice.pick(fieldKeys);
  const value = choice.pick([null, 1, 2]) ?? null;
  if (id === undefined || !key) return undefined;
  const body = { customFields: { [key]: value } };
  return {
    title: `set the custom field ${key} of the contact ${id} to ${value}`,
    send: () => choice.scene.call('contacts.update', { params: { id }, body }),
    apply(state, answer) {
      if (state.fields[key] === undefined) return mustBeRefused(answer, 'SVC-VALIDATION');
      const contact = state.contacts[id];
      if (!contact) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (value === null) delete contact.customFields[key];
      else contact.customFields[key] = value;
      mustShow(shownContact(bodyOf(answer)), contactIn(state, id));
    },
  };
};

const addField: Draw = ({ scene, pick }) => {
  const key = pick(fieldKeys) as string;
  const body = { entity: 'contact', key, label: 'Label', type: 'number' };
  return {
    title: `add the custom field ${key}`,
    send: () => scene.call('customFields.create', { body }),
    apply({ fields }, answer) {
      if (fields[key] !== undefined) return mustBeRefused(answer, 'SVC-CONFLICT');
      fields[key] = bodyOf<CustomField>(answer).id;
    },
  };
};

function clear({ contacts }: State, key: string): void {
  for (const { customFields } of Object.values(contacts)) delete customFields[key];
}

const removeField: Draw = ({ scene, pick, state }) => {
  const key = pick(Object.keys(state.fields).sort());
  const id = state.fields[key ?? ''];
  const force = pick([true, true, false]) === true;
  if (key === undefined || id === undefined) return undefined;
  const query = force ? { force: 'true' } : {};
  return {
    title: `delete the custom field ${key}${force ? ' with its values' : ''}`,
    send: () => scene.call('customFields.delete', { params: { id }, query }),
    // The values are removed first. The last transaction removes those that were added since.
    earlier: [
      (state) => {
        if (force && state.fields[key] === id) clear(state, key);
      },
    ],
    apply(state, answer) {
      if (state.fields[key] !== id) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const isUsed = Object.values(state.contacts).some(({ customFields }) => key in customFields);
      if (!force && isUsed) return mustBeRefused(answer, 'SVC-IN-USE');
      must(isSuccess(answer.status), `expected a success, got ${answer.text}`);
      clear(state, key);
      delete state.fields[key];
    },
  };
};

export const fieldOperations = { setField, addField, removeField };
