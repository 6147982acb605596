import {
  type CreateDealBody,
  createDealBody,
  type Deal,
  type dealsRoutes,
  examples,
  type UpdateDealBody,
} from '@parley/contract';
import {
  checkDealOrder,
  conversationOfContact,
  isMove,
  keptPosition,
  placeAfter,
  placeOfNew,
} from '@parley/domain';
import { withCheckedValues } from './custom-values.ts';
import { findPosition } from './deal-positions.ts';
import {
  beginPeriod,
  dealRecords,
  lastOpenStageId,
  listPeriods,
  promoteContact,
} from './deal-records.ts';
import { fakeCrud } from './fake-records.ts';
import { fakeListOf } from './owned-fakes.ts';
import { pipelineRecords } from './pipeline-records.ts';
import { getRecord } from './records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

const { get, list } = dealRecords;
const records = { ...dealRecords, create, update };

export const deals: Fakes<typeof dealsRoutes> = {
  ...fakeCrud(records),
  list: ({ query }, store) => {
    checkDealOrder(query);
    return list(store, query);
  },
  listHistory: fakeListOf('deal', listPeriods),
};

export const dealSeeds = seedsOf(createDealBody, records, (number) => ({
  title: `${examples.createDealBody.title} ${number}`,
}));

function create(store: Store, given: CreateDealBody): Deal {
  const body = withCheckedValues(store, 'deal', given);
  const target = placeOfNew(body, boardOf(store));
  const position = findPosition(store, target.stage.id, body.position);
  const { defaultCurrency } = store.tenant;
  const place = { ...target, position };
  const ofContact = conversationOfContact(body);
  const contactId =
    ofContact === null
      ? (body.contactId ?? null)
      : getRecord(store.conversations, 'conversation', ofContact).contactId;
  const deal = dealRecords.create(store, { ...body, contactId, defaultCurrency, place });
  beginPeriod(store, deal);
  promoteContact(store, deal);
  return deal;
}

function update(store: Store, id: string, given: UpdateDealBody): Deal {
  const body = withCheckedValues(store, 'deal', given, dealRecords.all(store).get(id) ?? {});
  if (!isMove(body)) return dealRecords.update(store, id, body);
  const before = get(store, id);
  const target = placeAfter(before, body, boardOf(store), lastOpenStageId(store, before));
  const stageId = target.stage.id;
  const position =
    keptPosition(before, body, stageId) ?? findPosition(store, stageId, body.position, id);
  return dealRecords.update(store, id, { ...body, place: { ...target, position } });
}

function boardOf(store: Store) {
  return [...pipelineRecords.all(store).values()];
}
