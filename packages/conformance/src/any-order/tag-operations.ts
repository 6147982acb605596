import type { Contact, Tag } from '@parley/contract';
import { isSuccess } from '../routes.ts';
import { unique } from '../scene.ts';
import { aContactOf } from './contact-operations.ts';
import {
  bodyOf,
  type Choice,
  type Draw,
  mustBeRefused,
  mustShow,
  type Operation,
  type State,
  type TagState,
} from './state.ts';

/** The names of tags in each tenant. */
export const tagNames = ['vip', 'new', 'top'] as const;

const tag: Draw = (choice) => {
  const id = aContactOf(choice);
  const name = choice.pick(tagNames);
  const isAdded = choice.pick([true, true, false]) === true;
  if (id === undefined || !name) return undefined;
  const { scene } = choice;
  return {
    title: `${isAdded ? 'add' : 'remove'} the tag ${name} of the contact ${id}`,
    send: () =>
      isAdded
        ? scene.call('contacts.addTags', { params: { id }, body: { tags: [name] } })
        : scene.call('contacts.removeTag', { params: { id, name } }),
    apply(state, answer) {
      const contact = state.contacts[id];
      const others = contact?.tags.filter((other) => other !== name) ?? [];
      const isMissing = !isAdded && others.length === contact?.tags.length;
      if (!contact || isMissing) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const { tags } = bodyOf<Partial<Contact> | undefined>(answer) ?? {};
      contact.tags = others;
      if (isAdded) addTag(state, id, name);
      if (isAdded) mustShow([...(tags ?? [])].sort(), contact.tags);
    },
  };
};

/** Adds a tag to a contact in the model, and creates the tag if there is none. */
export function addTag({ contacts, tags }: State, id: string, name: string): void {
  const contact = contacts[id];
  if (!contact) return;
  contact.tags = [...new Set([...contact.tags, name])].sort();
  if (tags.some((one) => one.name === name || one.former === name)) return;
  tags.push({ id: undefined, name, status: 'active', former: undefined, renamedBy: undefined });
}

/** Renames a tag of all contacts in the model, or removes it. */
function retag({ contacts }: State, from: string, to: string | undefined): void {
  for (const contact of Object.values(contacts)) {
    if (!contact.tags.includes(from)) continue;
    const others = contact.tags.filter((name) => name !== from);
    contact.tags = [...new Set([...others, ...(to === undefined ? [] : [to])])].sort();
  }
}

const aTagOf = ({ pick, state }: Choice) => pick(state.tags.filter(({ id }) => id !== undefined));

/**
 * Returns a request that changes a tag and then the contacts that have it. While contacts get the tag, it changes them
 * again before the last transaction, which is `end`.
 */
function changeOfTag(
  id: string,
  of: {
    readonly title: string;
    readonly send: Operation['send'];
    begin(state: State, tag: TagState): string | undefined;
    pass(state: State, tag: TagState): void;
    end(state: State, tag: TagState): void;
  },
): Operation {
  const passed: Operation['apply'] = (state, answer) => {
    const known = state.tags.find((one) => one.id === id);
    if (known && isSuccess(answer.status)) of.pass(state, known);
  };
  return {
    title: of.title,
    send: of.send,
    earlier: [
      (state, answer) => {
        const known = state.tags.find((one) => one.id === id);
        const refusal = known ? of.begin(state, known) : 'SVC-NOT-FOUND';
        if (refusal === undefined) bodyOf(answer);
        else mustBeRefused(answer, refusal);
      },
      passed,
    ],
    apply(state, answer) {
      passed(state, answer);
      const known = state.tags.find((one) => one.id === id);
      if (known && isSuccess(answer.status)) of.end(state, known);
    },
  };
}

const rename: Draw = (choice) => {
  const { id, name: before } = aTagOf(choice) ?? {};
  const name = choice.pick(tagNames.filter((one) => one !== before));
  if (id === undefined || name === undefined) return undefined;
  const { scene } = choice;
  const renamedBy = unique('Rename');
  return changeOfTag(id, {
    title: `rename the tag ${id} to ${name}`,
    send: () => scene.call('tags.update', { params: { id }, body: { name } }),
    begin({ tags }, known) {
      if (known.name === name) return undefined;
      if (known.status !== 'active') return 'SVC-INVALID-TRANSITION';
      const isTaken = tags.some((one) => one.name === name || one.former === name);
      if (isTaken) return 'SVC-CONFLICT';
      Object.assign(known, { name, status: 'renaming', former: known.name, renamedBy });
      return undefined;
    },
    pass(state, { former, ...known }) {
      if (former !== undefined && known.renamedBy === renamedBy) retag(state, former, name);
    },
    end(_, known) {
      if (known.renamedBy !== renamedBy) return;
      Object.assign(known, { status: 'active', former: undefined, renamedBy: undefined });
    },
  });
};

const remove: Draw = (choice) => {
  const { id } = aTagOf(choice) ?? {};
  if (id === undefined) return undefined;
  return changeOfTag(id, {
    title: `delete the tag ${id}`,
    send: () => choice.scene.call('tags.delete', { params: { id } }),
    begin(_, known) {
      if (known.status === 'renaming') return 'SVC-INVALID-TRANSITION';
      known.status = 'deleting';
      return undefined;
    },
    pass: (state, { name }) => retag(state, name, undefined),
    end(state, known) {
      state.tags = state.tags.filter((one) => one !== known);
    },
  });
};

export function shownTag({ id, name, status, contactCount }: Tag) {
  return { id, name, status, contacts: contactCount };
}

export function tagsIn({ tags, contacts }: State) {
  const shown = tags.map(({ id, name, status }) => {
    const having = Object.values(contacts).filter((one) => one.tags.includes(name));
    return { id, name, status, contacts: having.length };
  });
  return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const tagOperations = { tagContact: tag, renameTag: rename, removeTag: remove };
