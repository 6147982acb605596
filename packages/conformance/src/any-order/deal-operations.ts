import type { Deal, Pipeline, Stage } from '@parley/contract';
import { dealTransitions, lifecycleAfter } from '@parley/domain';
import { unique } from '../scene.ts';
import { aContactOf, idsOf } from './contact-operations.ts';
import {
  bodyOf,
  type Choice,
  type DealState,
  type Draw,
  must,
  mustBeRefused,
  mustShow,
  removeNotesOf,
  type State,
} from './state.ts';
import { dealIn, shownDeal } from './views.ts';

/** A position before that of every deal that the server has placed. */
const first = -9_000_000_000_000_000;

const aDealOf = ({ pick, state }: Choice) => pick(idsOf(state.deals));
const stageOf = ({ stages }: State, id: string | undefined) => stages.find((one) => one.id === id);

/** Moves a deal in the model to the start or the end of a stage. */
function place(state: State, id: string, stageId: string, position?: number | null): void {
  for (const board of Object.values(state.boards)) {
    const at = board.indexOf(id);
    if (at >= 0) board.splice(at, 1);
  }
  state.boards[stageId] ??= [];
  if (position == null) state.boards[stageId].push(id);
  else state.boards[stageId].unshift(id);
}

/** Moves the lifecycle of a deal's contact forward in the model. */
function promote({ contacts }: State, { contactId, status }: DealState): void {
  const contact = contacts[contactId ?? ''];
  if (contact) contact.lifecycle = lifecycleAfter(contact.lifecycle, status);
}

const create: Draw = (choice) => {
  const contactId = aContactOf(choice);
  const stageId = choice.pick([undefined, ...choice.state.stages.map(({ id }) => id)]);
  const value = choice.pick([null, 100, 2_500]) ?? null;
  const currency = choice.pick(['BRL', 'USD']) ?? 'USD';
  const position = choice.pick([null, null, first]) ?? null;
  const title = unique('Deal');
  const { pipelineId } = choice;
  const body = {
    ...{ title, pipelineId, value, currency, position },
    ...(contactId !== undefined && { contactId }),
    ...(stageId !== undefined && { stageId }),
  };
  return {
    title: `create a deal ${JSON.stringify(body)}`,
    send: () => choice.scene.call('deals.create', { body }),
    apply(state, answer) {
      const firstOpen = state.stages.find(({ kind }) => kind === 'open');
      const stage = stageId === undefined ? firstOpen : stageOf(state, stageId);
      if (!stage || (contactId !== undefined && !state.contacts[contactId])) {
        return mustBeRefused(answer, 'SVC-NOT-FOUND');
      }
      const { id } = bodyOf<Deal>(answer);
      must(!state.deals[id], 'expected a new deal');
      const deal: DealState = {
        ...{ title, value, currency, stageId: stage.id, status: stage.kind },
        contactId: contactId ?? null,
        archived: false,
        lastOpen: stage.kind === 'open' ? stage.id : undefined,
      };
      state.deals[id] = deal;
      place(state, id, stage.id, position);
      promote(state, deal);
      mustShow(shownDeal(bodyOf(answer)), dealIn(state, id));
    },
  };
};

interface Move {
  readonly stageId?: string | undefined;
  readonly status?: Deal['status'] | undefined;
  readonly position?: number | null;
}

const move: Draw = (choice) => {
  const id = aDealOf(choice);
  const stageId = choice.pick(choice.state.stages.map((stage) => stage.id));
  const status = choice.pick(['won', 'lost', 'open'] as const);
  const target = choice.pick([{ stageId }, { status }, { position: null }, { position: first }]);
  if (id === undefined || !target) return undefined;
  const body: Move = target;
  return {
    title: `move the deal ${id} ${JSON.stringify(body)}`,
    send: () => choice.scene.call('deals.update', { params: { id }, body }),
    apply(state, answer) {
      const deal = state.deals[id];
      const given = stageOf(state, body.stageId);
      if (!deal || (body.stageId !== undefined && !given)) {
        return mustBeRefused(answer, 'SVC-NOT-FOUND');
      }
      const isElsewhere = given && given.id !== deal.stageId;
      const to = body.status ?? (isElsewhere ? given.kind : deal.status);
      if (to !== deal.status && !dealTransitions[deal.status].includes(to)) {
        return mustBeRefused(answer, 'SVC-INVALID-TRANSITION');
      }
      const stage =
        given ?? (to === deal.status ? stageOf(state, deal.stageId) : stageFor(state, deal, to));
      if (stage && (stage.id !== deal.stageId || 'position' in body)) {
        place(state, id, stage.id, body.position);
      }
      const isNews = to !== deal.status;
      Object.assign(deal, { status: to, stageId: stage?.id });
      if (to === 'open') deal.lastOpen = deal.stageId;
      if (isNews) promote(state, deal);
      mustShow(shownDeal(bodyOf(answer)), dealIn(state, id));
    },
  };
};

/** Returns the stage of a deal with a new status. A reopened deal goes back to the stage where it was open. */
function stageFor(state: State, { lastOpen }: DealState, status: Deal['status']) {
  const known = status === 'open' ? stageOf(state, lastOpen) : undefined;
  return known ?? state.stages.find(({ kind }) => kind === status);
}

const revise: Draw = (choice) => {
  const id = aDealOf(choice);
  const value = choice.pick([null, 300, 4_200]) ?? null;
  const contactId = choice.pick([null, aContactOf(choice) ?? null]) ?? null;
  const body = choice.pick([{ value }, { contactId }, { value, contactId }]);
  if (id === undefined || !body) return undefined;
  return {
    title: `change the deal ${id} ${JSON.stringify(body)}`,
    send: () => choice.scene.call('deals.update', { params: { id }, body }),
    apply(state, answer) {
      const deal = state.deals[id];
      const given: Partial<DealState> = body;
      const contact = given.contactId ?? null;
      if (!deal || (contact !== null && !state.contacts[contact])) {
        return mustBeRefused(answer, 'SVC-NOT-FOUND');
      }
      const isNews = 'contactId' in given && contact !== deal.contactId;
      Object.assign(deal, given);
      if (isNews) promote(state, deal);
      mustShow(shownDeal(bodyOf(answer)), dealIn(state, id));
    },
  };
};

const archive: Draw = (choice) => {
  const id = aDealOf(choice);
  const archived = choice.pick([true, false]) === true;
  if (id === undefined) return undefined;
  return {
    title: `set archived of the deal ${id} to ${archived}`,
    send: () => choice.scene.call('deals.update', { params: { id }, body: { archived } }),
    apply(state, answer) {
      const deal = state.deals[id];
      if (!deal) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      deal.archived = archived;
      mustShow(shownDeal(bodyOf(answer)), dealIn(state, id));
    },
  };
};

const remove: Draw = (choice) => {
  const id = aDealOf(choice);
  if (id === undefined) return undefined;
  return {
    title: `delete the deal ${id}`,
    send: () => choice.scene.call('deals.delete', { params: { id } }),
    apply(state, answer) {
      const deal = state.deals[id];
      if (!deal) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      place(state, id, deal.stageId);
      state.boards[deal.stageId]?.pop();
      delete state.deals[id];
      removeNotesOf(state, id);
    },
  };
};

const addStage: Draw = ({ scene, pipelineId: id }) => ({
  title: 'add a stage',
  send: () => scene.call('stages.create', { params: { id }, body: { name: unique('Stage') } }),
  apply(state, answer) {
    const stage = bodyOf<Stage>(answer);
    must(!stageOf(state, stage.id), 'expected a new stage');
    state.stages.push({ id: stage.id, kind: stage.kind, probability: stage.probability });
  },
});

const removeStage: Draw = ({ scene, pipelineId: id, pick, state }) => {
  const open = state.stages.filter(({ kind }) => kind === 'open').map((stage) => stage.id);
  const stageId = pick(open);
  const moveDealsTo = pick(open.filter((other) => other !== stageId));
  if (stageId === undefined || moveDealsTo === undefined) return undefined;
  return {
    title: `delete the stage ${stageId}; its deals go to ${moveDealsTo}`,
    send: () => scene.call('stages.delete', { params: { id, stageId }, query: { moveDealsTo } }),
    apply(state, answer) {
      const isLast = state.stages.filter(({ kind }) => kind === 'open').length === 1;
      if (!stageOf(state, stageId)) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (isLast) return mustBeRefused(answer, 'SVC-RULE-VIOLATION');
      if (!stageOf(state, moveDealsTo)) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      for (const dealId of [...(state.boards[stageId] ?? [])]) {
        place(state, dealId, moveDealsTo);
        Object.assign(state.deals[dealId] ?? {}, { stageId: moveDealsTo, lastOpen: moveDealsTo });
      }
      delete state.boards[stageId];
      state.stages = state.stages.filter((stage) => stage.id !== stageId);
    },
  };
};

const reorderStages: Draw = ({ scene, pipelineId: id, pick, state }) => {
  const all = state.stages.map((stage) => stage.id);
  const first = pick(all);
  if (first === undefined) return undefined;
  const stageIds = [first, ...all.filter((stageId) => stageId !== first)];
  return {
    title: `move the stage ${first} to the start`,
    send: () => scene.call('pipelines.reorderStages', { params: { id }, body: { stageIds } }),
    apply(state, answer) {
      const stages = stageIds.flatMap((stageId) => stageOf(state, stageId) ?? []);
      if (stages.length < stageIds.length) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (stages.length < state.stages.length) return mustBeRefused(answer, 'SVC-RULE-VIOLATION');
      const { stages: shown } = bodyOf<Pipeline>(answer);
      mustShow(
        shown.map((stage) => stage.id),
        stageIds,
      );
      state.stages = stages;
    },
  };
};

export const dealOperations = {
  createDeal: create,
  reviseDeal: revise,
  moveDeal: move,
  archiveDeal: archive,
  removeDeal: remove,
  addStage,
  removeStage,
  reorderStages,
};
