import {
  hasSandboxTemplates,
  missingSandboxTemplates,
  type StoredChannel,
  templateRules,
} from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import type { Store } from './store.ts';

export const templateRecords = fakeRecords(templateRules);

/** Returns all templates of a channel, or those with one name. */
export function templatesIn(store: Store, channelId: string, name?: string) {
  return [...templateRecords.all(store).values()].filter(
    (one) => one.channelId === channelId && (name === undefined || one.name === name),
  );
}

/** Adds the templates that every sandbox channel has from the start. No event is recorded for them. */
export function addSandboxTemplates(store: Store, channel: StoredChannel): void {
  if (!hasSandboxTemplates(channel)) return;
  const syncedAt = store.now();
  for (const template of missingSandboxTemplates(templatesIn(store, channel.id))) {
    store.events.silently(() =>
      templateRecords.create(store, { channelId: channel.id, template, syncedAt }),
    );
  }
}
