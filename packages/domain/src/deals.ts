import type {
  Contact,
  CreateDealBody,
  Deal,
  DealStatus,
  ListDealsQuery,
  Pipeline,
  Stage,
  UpdateDealBody,
} from '@parley/contract/schemas';
import { dayMs } from './durations.ts';
import { archivedAs, givenFields, later } from './fields.ts';
import { anyOf, anyOfOrNone, containing, custom, tagged, timed } from './filters.ts';
import { invalid, type Transitions, violation } from './refusals.ts';
import { type ChangeEvent, defineRules, patched, remaining } from './rules.ts';

/** The pipeline, stage, status and position of a deal after a change. */
export interface DealPlace {
  readonly pipeline: Pipeline;
  readonly stage: Stage;
  readonly status: DealStatus;
  readonly position: number;
}

export interface NewDeal extends CreateDealBody {
  /** The currency if neither the request nor the pipeline has one. */
  readonly defaultCurrency: string;
  readonly place: DealPlace;
}

export interface DealChange extends UpdateDealBody {
  /** The new place. Set when the change moves the deal or sets its status. */
  readonly place?: DealPlace | undefined;
}

/** The statuses that may follow each status of a deal. */
export const dealTransitions: Transitions<DealStatus> = {
  open: ['won', 'lost'],
  won: ['open'],
  lost: ['open'],
};

/** Returns the ID of the conversation whose contact a new deal gets; null if the deal names its contact, or neither. */
export function conversationOfContact({
  contactId,
  conversationId = null,
}: Pick<CreateDealBody, 'contactId' | 'conversationId'>): string | null {
  return contactId === undefined ? conversationId : null;
}

export const dealRules = defineRules<Deal, NewDeal, DealChange, ListDealsQuery>({
  kind: 'deal',
  initial: (
    { place, position: _position, status: _status, defaultCurrency, ...body },
    { id, at },
  ) => {
    const fresh: Deal = {
      id,
      title: body.title,
      pipelineId: place.pipeline.id,
      stageId: place.stage.id,
      contactId: null,
      conversationId: null,
      value: null,
      currency: place.pipeline.currency ?? defaultCurrency,
      status: 'open',
      lostReason: null,
      probability: null,
      ownerId: null,
      source: null,
      externalId: null,
      tags: [],
      customFields: {},
      expectedCloseDate: null,
      position: place.position,
      metadata: {},
      stageChangedAt: at,
      statusChangedAt: at,
      wonAt: null,
      lostAt: null,
      closedAt: null,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    };
    const wanted = patched(fresh, body);
    return placed(wanted, wanted, place, at);
  },
  changed(before, { place, archived, position: _position, status: _status, ...body }, at) {
    const wanted = archivedAs(archived)(patched(before, body), at);
    // `at` was read before the lock. A change that waited for another must not have an earlier time than that one.
    const time = later(before.statusChangedAt, later(before.stageChangedAt, at));
    return place ? placed(before, wanted, place, time) : wanted;
  },
  unique: { externalId: ({ externalId }) => externalId },
  references: { contactId: 'contact', conversationId: 'conversation', ownerId: 'user' },
  events: { created: 'deal.created', deleted: 'deal.deleted' },
  changeEvents: eventsOfChange,
  filters: {
    q: containing(({ title, source }) => [title, source]),
    pipelineId: anyOf('pipelineId'),
    stageId: anyOf('stageId'),
    status: anyOf('status'),
    contactId: anyOf('contactId'),
    ownerId: anyOfOrNone('ownerId'),
    tag: tagged('tags'),
    externalId: anyOf('externalId'),
    customField: custom,
    currency: anyOf('currency'),
    valueMin: custom,
    valueMax: custom,
    rotten: custom,
    archived: timed('archivedAt'),
  },
});

/** Returns the deal at its new place, with the times and the lost reason that follow from the place. */
function placed(
  before: Deal,
  wanted: Deal,
  { pipeline, stage, ...to }: DealPlace,
  at: string,
): Deal {
  const { status } = to;
  const isMoved = stage.id !== before.stageId;
  const isChanged = status !== before.status;
  const lostReason = reasonOf(before, wanted, { pipeline, status });
  return {
    ...wanted,
    pipelineId: pipeline.id,
    stageId: stage.id,
    position: to.position,
    status,
    lostReason,
    ...(isMoved && { stageChangedAt: at }),
    ...(isChanged && {
      statusChangedAt: at,
      wonAt: status === 'won' ? at : null,
      lostAt: status === 'lost' ? at : null,
      closedAt: status === 'open' ? null : at,
    }),
  };
}

function reasonOf(
  before: Deal,
  { lostReason }: Deal,
  { pipeline, status }: Pick<DealPlace, 'pipeline' | 'status'>,
): string | null {
  const wasLost = before.status === 'lost';
  if (status === 'lost') {
    // A deal that was lost without a reason, before the pipeline required one, can still move.
    const isNeeded = pipeline.requireLostReason && !(wasLost && before.lostReason === null);
    if (lostReason === null && isNeeded) throw violation('required', 'lostReason');
    return lostReason;
  }
  // A reopened deal loses its reason. A reason given for a deal that is not lost is a mistake.
  if (lostReason !== null && !wasLost) throw violation('only_when_lost', 'lostReason');
  return null;
}

function eventsOfChange(previous: Partial<Deal>, after: Deal): readonly ChangeEvent<Deal>[] {
  const { pipelineId, stageId, stageChangedAt, position, ...withStatus } = previous;
  const { status, statusChangedAt, wonAt, lostAt, closedAt, lostReason, ...fields } = withStatus;
  const ofStage = givenFields({ pipelineId, stageId, position, stageChangedAt });
  const ofStatus = givenFields({ status, lostReason, statusChangedAt, wonAt, lostAt, closedAt });
  return [
    ...(stageId ? remaining<Deal>('deal.stage_changed', ofStage) : []),
    ...(status ? remaining<Deal>(statusEvents[after.status], ofStatus) : []),
    ...remaining<Deal>('deal.updated', {
      ...fields,
      ...(stageId === undefined && givenFields({ position })),
      ...(status === undefined && givenFields({ lostReason })),
    }),
  ];
}

const statusEvents = { open: 'deal.reopened', won: 'deal.won', lost: 'deal.lost' } as const;

/** Returns the lifecycle of a contact that gets a deal with this status. It never goes back to an earlier stage. */
export function lifecycleAfter(lifecycle: Contact['lifecycle'], status: DealStatus) {
  if (status === 'won' && lifecycle !== 'other') return 'customer';
  return lifecycle === 'lead' ? 'opportunity' : lifecycle;
}

/** Returns whether an open deal has been in its stage for longer than the stage allows. */
export function isRotten(
  { status, stageChangedAt }: Deal,
  stage: Stage | undefined,
  nowMs: number,
): boolean {
  const days = stage?.rottenAfterDays ?? null;
  if (status !== 'open' || days === null) return false;
  return Date.parse(stageChangedAt) < nowMs - days * dayMs;
}

/** Throws SVC-VALIDATION for a list sorted by position that is not limited to one stage. */
export function checkDealOrder({ sort, stageId }: ListDealsQuery): void {
  if (sort !== 'position' || stageId?.length === 1) return;
  const message = 'must be one stage when sort is position';
  throw invalid({ in: 'query', path: 'stageId', code: 'required', message });
}
