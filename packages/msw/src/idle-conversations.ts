import type { TenantSettings } from '@parley/contract';
import { canBecomeIdle, closedIdle, isIdle, nextIdleCheckMs } from '@parley/domain';
import { conversationRecords } from './conversation-records.ts';
import type { Store } from './store.ts';

/** Starts the automatic closing of idle conversations with the tenant's new settings. */
export function restartClosing(
  store: Store,
  { conversationAutoCloseHours: before }: TenantSettings,
): void {
  if (store.tenant.settings.conversationAutoCloseHours === before) return;
  store.autoCloseVersion += 1;
  closeLater(store, store.nowMs(), store.autoCloseVersion);
}

function closeLater(store: Store, dueMs: number, version: number): void {
  store.jobs.add({ kind: 'timer', dueMs, run: (atMs) => closeIdle(store, atMs, version) });
}

function closeIdle(store: Store, nowMs: number, version: number): void {
  const { conversationAutoCloseHours: hours } = store.tenant.settings;
  if (hours === null || version !== store.autoCloseVersion) return;
  const at = new Date(nowMs).toISOString();
  const all = [...store.conversations.values()];
  for (const conversation of all.filter((one) => isIdle(one, hours, nowMs))) {
    conversationRecords.save(store, conversation, closedIdle({ ...conversation }, at), at);
  }
  const waiting = all.filter(canBecomeIdle);
  const [oldest] = waiting.map(({ updatedAt }) => updatedAt).sort();
  closeLater(store, nextIdleCheckMs(oldest, hours, nowMs), version);
}
