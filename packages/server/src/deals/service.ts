import type {
  CreateDealBody,
  Deal,
  ListDealsQuery,
  Page,
  UpdateDealBody,
} from '@parley/contract/schemas';
import {
  checkDealOrder,
  conversationOfContact,
  isMove,
  keptPosition,
  placeAfter,
  placeOfNew,
  type StoredConversation,
} from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { takeSeenWithContact } from '../conversations/take-with-contact.ts';
import { withCheckedValues } from '../custom-fields/values.ts';
import { RunAgainError } from '../db/failures.ts';
import { inOrder } from '../db/in-order.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { findPosition, lockPipeline, readBoards } from './board.ts';
import { beginPeriod, lastOpenStageId } from './periods.ts';
import { deals, promoteContact } from './records.ts';

export async function listDeals(ctx: TenantContext, query: ListDealsQuery): Promise<Page<Deal>> {
  checkDealOrder(query);
  return await deals.list(ctx, query);
}

export async function createDeal(ctx: TenantContext, given: CreateDealBody): Promise<Deal> {
  return await inTransaction(ctx, async (ctx) => {
    const ofContact = conversationOfContact(given);
    const [body, all, defaultCurrency, seen] = await inOrder([
      withCheckedValues(ctx, 'deal', given),
      readBoards(ctx),
      given.currency ?? usualCurrency(ctx),
      ofContact === null ? undefined : conversations.find(ctx, ofContact),
    ]);
    const { stage, pipeline } = placeOfNew(body, all);
    // Sent together, the lock of the board first, so that it is held for as few round trips as possible.
    const [board, position, contact] = await inOrder([
      lockPipeline(ctx, all, pipeline.id),
      findPosition(ctx, stage.id, body.position),
      ofContact === null ? takeContact(ctx, body) : takeContactOf(ctx, ofContact, seen),
      // `takeContactOf` locks the conversation, after its contact.
      deals.checkReferences(ctx, {
        ...body,
        contactId: null,
        ...(ofContact && { conversationId: null }),
      }),
    ]);
    const target = placeOfNew(body, board);
    // The first stage of the pipeline has changed since.
    if (target.stage.id !== stage.id) throw new RunAgainError();
    const place = { ...target, position };
    const deal = await deals.add(
      ctx,
      deals.initial(ctx, { ...body, contactId: contact?.id ?? null, defaultCurrency, place }),
    );
    await beginPeriod(ctx, deal);
    await promoteContact(ctx, contact, deal);
    return deal;
  });
}

async function takeContact(ctx: TenantContext, { contactId }: CreateDealBody) {
  return contactId == null ? undefined : await contacts.take(ctx, contactId);
}

async function takeContactOf(
  ctx: TenantContext,
  conversationId: string,
  seen: StoredConversation | undefined,
) {
  return (await takeSeenWithContact(ctx, conversationId, seen)).contact;
}

async function usualCurrency(ctx: TenantContext): Promise<string> {
  return (await getCurrentTenant(ctx)).defaultCurrency;
}

export async function updateDeal(
  ctx: TenantContext,
  id: string,
  given: UpdateDealBody,
): Promise<Deal> {
  return await inTransaction(ctx, async (ctx) => {
    const body = await withCheckedValues(ctx, 'deal', given, () => deals.find(ctx, id));
    if (!isMove(body)) {
      if (body.contactId || body.conversationId)
        await takeSeen(ctx, await deals.get(ctx, id), body);
      return await deals.update(ctx, id, body);
    }
    const [known, all] = await inOrder([deals.get(ctx, id), readBoards(ctx)]);
    const [board, before] = await inOrder([
      lockPipeline(ctx, all, body.pipelineId ?? known.pipelineId),
      takeSeen(ctx, known, body),
    ]);
    const isReopened = body.status === 'open' && before.status !== 'open';
    const lastOpen = isReopened ? await lastOpenStageId(ctx, before) : undefined;
    const target = placeAfter(before, body, board, lastOpen);
    const stageId = target.stage.id;
    const position =
      keptPosition(before, body, stageId) ?? (await findPosition(ctx, stageId, body.position, id));
    return await deals.update(ctx, id, { ...body, place: { ...target, position } });
  });
}

/**
 * Locks the contacts that a change may promote and the new conversation, then the deal, as merges and erasures do. Returns
 * the deal. The transaction runs again when the deal belongs to another contact or pipeline, which is not locked.
 */
async function takeSeen(
  ctx: TenantContext,
  seen: Deal,
  { contactId, conversationId }: UpdateDealBody,
): Promise<Deal> {
  ctx.db.lockAtOnce();
  const ids = [seen.contactId, contactId].filter((id) => typeof id === 'string');
  const locks = inOrder(ids.sort().map((id) => contacts.lock(ctx, id)));
  const conversation = conversationId ? conversations.lock(ctx, conversationId) : undefined;
  const [, , deal] = await inOrder([locks, conversation, deals.take(ctx, seen.id)]);
  const isSame = deal.contactId === seen.contactId && deal.pipelineId === seen.pipelineId;
  if (!isSame) throw new RunAgainError();
  return deal;
}
