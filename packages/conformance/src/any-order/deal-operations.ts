import type { Deal, Pipeline, Stage } from '@parley/contract';
import { dealTransitions } from '@parley/domain';
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
  stageStateOf,
  stagesOf,
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
  if (contact?.lifecycle === 'lead') contact.lifecycle = 'opportunity';
  if (contact?.lifecycle === 'opportunity' && status === 'won') contact.lifecycle = 'customer';
}

const create: Draw = (choice) => {
  const contactId = aContactOf(choice);
  const given = choice.pick([undefined, ...choice.state.stages]);
  const stageId = given?.id;
  const value = choice.pick([null, 100, 2_500]) ?? null;
  const currency = choice.pick(['BRL', 'USD']) ?? 'USD';
  const position = choice.pick([null, null, first]) ?? null;
  const title = unique('Deal');
  const pipelineId = given?.pipelineId ?? choice.pipelineId;
  const body = {
    ...{ title, pipelineId, value, currency, position },
    ...(contactId !== undefined && { contactId }),
    ...(stageId !== undefined && { stageId }),
  };
  return {
    title: `create a deal ${JSON.stringify(body)}`,
    send: () => choice.scene.call('deals.create', { body }),
    apply(state, answer) {
      const firstOpen = stagesOf(state, pipelineId).find(({ kind }) => kind === 'open');
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
  readonly pipelineId?: string | undefined;
  readonly status?: Deal['status'] | undefined;
  readonly position?: number | null;
}

const move: Draw = (choice) => {
  const id = aDealOf(choice);
  const { id: stageId, pipelineId } = choice.pick(choice.state.stages) ?? {};
  const status = choice.pick(['won', 'lost', 'open'] as const);
  const target = choice.pick([
    { stageId, pipelineId },
    { status },
    { position: null },
    { position: first },
  ]);
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

/**
 * Returns the stage of a deal with a new status. A reopened deal goes back to the stage of its pipeline where it was
 * open.
 */
function stageFor(state: State, { stageId, lastOpen }: DealState, status: Deal['status']) {
  const own = stagesOf(state, stageOf(state, stageId)?.pipelineId);
  const known = status === 'open' ? own.find(({ id }) => id === lastOpen) : undefined;
  return known ?? own.find(({ kind }) => kind === status);
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
    state.stages.push(stageStateOf(stage));
  },
});

const removeStage: Draw = ({ scene, pipelineId: id, pick, state }) => {
  const open = openStagesOf(state, id);
  const stageId = pick(open);
  const moveDealsTo = pick(open.filter((other) => other !== stageId));
  if (stageId === undefined || moveDealsTo === undefined) return undefined;
  return {
    title: `delete the stage ${stageId}; its deals go to ${moveDealsTo}`,
    send: () => scene.call('stages.delete', { params: { id, stageId }, query: { moveDealsTo } }),
    apply(state, answer) {
      const isLast = openStagesOf(state, id).length === 1;
      if (!stageOf(state, stageId)) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (isLast) return mustBeRefused(answer, 'SVC-RULE-VIOLATION');
      if (!stageOf(state, moveDealsTo)) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      empty(state, stageId, () => moveDealsTo);
    },
  };
};

/** Removes a stage, and moves each of its deals to the end of the stage that `targetOf` returns. */
function empty(state: State, stageId: string, targetOf: (deal: DealState) => string): void {
  for (const dealId of [...(state.boards[stageId] ?? [])]) {
    const deal = state.deals[dealId] as DealState;
    deal.stageId = targetOf(deal);
    if (deal.status === 'open') deal.lastOpen = deal.stageId;
    place(state, dealId, deal.stageId);
  }
  delete state.boards[stageId];
  state.stages = state.stages.filter((stage) => stage.id !== stageId);
}

const openStagesOf = (state: State, pipelineId: string) =>
  stagesOf(state, pipelineId).flatMap(({ id, kind }) => (kind === 'open' ? [id] : []));

const addPipeline: Draw = ({ scene }) => {
  const stages = [
    { name: 'Due', probability: 20 },
    { name: 'Won', kind: 'won' },
    { name: 'Lost', kind: 'lost' },
  ] as const;
  const body = { name: unique('Pipeline'), stages };
  return {
    title: 'add a pipeline',
    send: () => scene.call('pipelines.create', { body }),
    apply(state, answer) {
      const pipeline = bodyOf<Pipeline>(answer);
      must(!state.pipelines.includes(pipeline.id), 'expected a new pipeline');
      state.pipelines.push(pipeline.id);
      state.stages.push(...pipeline.stages.map(stageStateOf));
    },
  };
};

/** Deletes a pipeline with its stages. The deals go to another pipeline, the closed ones to its stage of their status. */
const removePipeline: Draw = ({ scene, pipelineId: kept, pick, state }) => {
  const id = pick(state.pipelines.filter((one) => one !== kept));
  const others = state.pipelines.filter((one) => one !== id);
  const moveDealsTo = pick(others.flatMap((one) => openStagesOf(state, one)));
  if (id === undefined || moveDealsTo === undefined) return undefined;
  return {
    title: `delete the pipeline ${id}; its deals go to ${moveDealsTo}`,
    send: () => scene.call('pipelines.delete', { params: { id }, query: { moveDealsTo } }),
    apply(state, answer) {
      const target = stageOf(state, moveDealsTo);
      if (!state.pipelines.includes(id) || !target) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      const fitting = stagesOf(state, target.pipelineId);
      for (const stage of stagesOf(state, id)) {
        empty(state, stage.id, ({ status }) =>
          status === 'open' ? moveDealsTo : (fitting.find(({ kind }) => kind === status)?.id ?? ''),
        );
      }
      state.pipelines = state.pipelines.filter((one) => one !== id);
    },
  };
};

const reorderStages: Draw = ({ scene, pipelineId: id, pick, state }) => {
  const all = stagesOf(state, id).map((stage) => stage.id);
  const first = pick(all);
  if (first === undefined) return undefined;
  const stageIds = [first, ...all.filter((stageId) => stageId !== first)];
  return {
    title: `move the stage ${first} to the start`,
    send: () => scene.call('pipelines.reorderStages', { params: { id }, body: { stageIds } }),
    apply(state, answer) {
      const stages = stageIds.flatMap((stageId) => stageOf(state, stageId) ?? []);
      if (stages.length < stageIds.length) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const others = state.stages.filter(({ pipelineId }) => pipelineId !== id);
      const isPart = stages.length + others.length < state.stages.length;
      if (isPart) return mustBeRefused(answer, 'SVC-RULE-VIOLATION');
      const { stages: shown } = bodyOf<Pipeline>(answer);
      mustShow(
        shown.map((stage) => stage.id),
        stageIds,
      );
      state.stages = [...others, ...stages];
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
  addPipeline,
  removePipeline,
};
