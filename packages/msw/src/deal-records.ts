import type { Deal, ListDealHistoryQuery } from '@parley/contract';
import {
  type DealPeriod,
  dealHistoryOf,
  dealPeriodRules,
  dealRules,
  enteredAtOf,
  hasCustomValues,
  isRotten,
  lifecycleAfter,
  newPeriod,
} from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { fakeRecords, listRecords } from './fake-records.ts';
import { noteRecords } from './notes.ts';
import { pipelineRecords } from './pipeline-records.ts';
import type { Store } from './store.ts';

export const dealRecords = fakeRecords(dealRules, {
  filters: (store) => ({
    valueMin: ({ value }: Deal, least: number) => value !== null && value >= least,
    valueMax: ({ value }: Deal, most: number) => value !== null && value <= most,
    customField: hasCustomValues,
    rotten: (deal: Deal, rotten: boolean) => {
      const { stages } = pipelineRecords.get(store, deal.pipelineId);
      const stage = stages.find(({ id }) => id === deal.stageId);
      return isRotten(deal, stage, store.nowMs()) === rotten;
    },
  }),
  saved(store, deal, previous) {
    if ('stageId' in previous || 'status' in previous) {
      endPeriod(store, deal);
      beginPeriod(store, deal);
    }
    if ('status' in previous || 'contactId' in previous) promoteContact(store, deal);
  },
  removing(store, { id }) {
    for (const period of periodsIn(store, id)) periods(store).delete(period.id);
    for (const note of noteRecords.all(store).values()) {
      if (note.dealId === id) noteRecords.all(store).delete(note.id);
    }
  },
});

const periods = (store: Store) => store.records<DealPeriod>('dealPeriod');
const periodsIn = (store: Store, dealId: string) =>
  [...periods(store).values()].filter((period) => period.dealId === dealId);

export function listPeriods(store: Store, dealId: string, query: ListDealHistoryQuery) {
  const complete = (_store: Store, period: DealPeriod) => dealHistoryOf(period);
  return listRecords(store, dealPeriodRules, { ...query, dealId: [dealId] }, { complete });
}

export function beginPeriod(store: Store, deal: Deal): void {
  const period = newPeriod(deal, store.newId('dealPeriod'));
  periods(store).set(period.id, period);
}

function endPeriod(store: Store, deal: Deal): void {
  for (const period of periodsIn(store, deal.id)) {
    if (period.leftAt !== null) continue;
    periods(store).set(period.id, { ...period, leftAt: enteredAtOf(deal) });
  }
}

/**
 * Returns the ID of the stage in which the deal was open before it was won or lost; undefined when it was never open.
 */
export function lastOpenStageId(store: Store, { id }: Deal): string | undefined {
  return periodsIn(store, id).findLast(({ status }) => status === 'open')?.stageId;
}

/**
 * Moves the contact of a deal forward in its lifecycle: any deal makes a lead an opportunity, a won deal makes it a
 * customer.
 */
export function promoteContact(store: Store, { contactId, status }: Deal): void {
  const contact = contactId === null ? undefined : store.contacts.get(contactId);
  if (!contact) return;
  contactRecords.save(store, contact, { lifecycle: lifecycleAfter(contact.lifecycle, status) });
}
