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
const moved = { position: 33_554_432, stageChangedAt: at(50) };
const toNext = { stageId: exampleId('stage', '4'), ...moved };
const toWon = { stageId: exampleId('stage', '2'), ...moved };
const toLost = { stageId: exampleId('stage', '3'), ...moved };
const closed = { statusChangedAt: at(50), closedAt: at(50) };
const won: Deal = { ...example, ...toWon, ...closed, status: 'won', wonAt: at(50) };

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
  'deal.stage_changed': changed(example, toNext),
  'deal.won': changed({ ...example, ...toWon }, { status: 'won', ...closed, wonAt: at(50) }),
  'deal.lost': changed({ ...example, ...toLost }, { status: 'lost', ...closed, lostAt: at(50) }),
  'deal.reopened': changed(
    { ...won, stageId: example.stageId },
    { status: 'open', statusChangedAt: at(60), wonAt: null, closedAt: null },
  ),
  'deal.deleted': made(example),
};
