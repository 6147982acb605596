import type { Deal, DealHistoryEntry } from './deals.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';

const example: Deal = {
  id: exampleId('deal', '1'),
  title: 'Catering for 80 people',
  pipelineId: exampleId('pipeline', '1'),
  stageId: exampleId('stage', '1'),
  contactId: exampleIds.contact,
  conversationId: exampleIds.conversation,
  value: 4_800,
  currency: 'BRL',
  status: 'open',
  lostReason: null,
  probability: null,
  ownerId: null,
  source: 'website',
  externalId: null,
  tags: [],
  expectedCloseDate: '2026-12-15',
  position: 16_777_216,
  customFields: { plan: 'gold' },
  metadata: {},
  stageChangedAt: at(10),
  statusChangedAt: at(10),
  wonAt: null,
  lostAt: null,
  closedAt: null,
  createdAt: at(10),
  updatedAt: at(40),
  archivedAt: null,
};
const won: Deal = { ...example, stageId: exampleId('stage', '2'), status: 'won' };
const lost: Deal = { ...example, stageId: exampleId('stage', '3'), status: 'lost' };

const historyExample: DealHistoryEntry = {
  id: exampleId('dealPeriod', '1'),
  dealId: example.id,
  pipelineId: example.pipelineId,
  stageId: example.stageId,
  status: 'open',
  enteredAt: at(10),
  leftAt: at(40),
  durationSeconds: 30,
};

export const dealExamples = {
  dealHistoryEntry: historyExample,
  dealHistoryPage: onePage(historyExample),
  listDealHistoryQuery: { sort: '-enteredAt' },
  deal: example,
  dealPage: onePage(example),
  listDealsQuery: { status: ['open'], sort: '-value' },
  createDealBody: { title: example.title, contactId: exampleIds.contact, value: 4_800 },
  updateDealBody: { status: 'lost', lostReason: 'Too expensive' },
} as const;

export const dealEventExamples = {
  'deal.created': made(example),
  'deal.updated': changed(example, { value: 5_200 }),
  'deal.stage_changed': changed(example, { stageId: won.stageId }),
  'deal.won': changed({ ...example, stageId: won.stageId }, { status: 'won' }),
  'deal.lost': changed({ ...example, stageId: lost.stageId }, { status: 'lost' }),
  'deal.reopened': changed(won, { status: 'open' }),
  'deal.deleted': made(example),
};
