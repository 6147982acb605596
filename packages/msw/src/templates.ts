import type { Contract, ListTemplatesQuery, TemplateRecord } from '@parley/contract';
import {
  changedDraft,
  checkExampleFile,
  checkHasTemplates,
  checkOwner,
  exampleFileOf,
  missingSandboxTemplates,
  newDraft,
  previewOf,
  resubmitted,
  type StoredChannel,
  sandboxReview,
  submitted,
  type TemplateDraft,
  templateFor,
  templateTaken,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { mediaOf } from './media.ts';
import { fakeListOf } from './owned-fakes.ts';
import type { Store } from './store.ts';
import { templateRecords, templatesIn } from './template-records.ts';
import type { Fakes } from './types.ts';

// In the mocks, every channel reviews templates as the sandbox does.

export const templates: Fakes<Contract['templates']> = {
  list: fakeListOf('channel', (store, id, query: ListTemplatesQuery) =>
    templateRecords.list(store, { ...query, channelId: [id] }),
  ),
  create: ({ params, body }, store) => {
    const { id: channelId } = channelWithTemplates(store, params.id, 'create_template');
    const draft = newDraft(body);
    const known = templateFor(body, templatesIn(store, channelId, body.name));
    if (known) throw templateTaken(known.id);
    checkFile(store, draft);
    const template = submitted(draft, sandboxReview(draft));
    const record = templateRecords.create(store, { channelId, template, syncedAt: null });
    return { ...record };
  },
  get: ({ params }, store) => ({ ...templateOf(store, params) }),
  update: ({ params, body }, store) => {
    channelWithTemplates(store, params.id, 'update_template');
    const before = templateOf(store, params);
    const draft = changedDraft(before, body);
    checkFile(store, draft);
    const wanted = resubmitted(before, draft, sandboxReview(draft));
    return { ...templateRecords.save(store, before, wanted) };
  },
  delete: ({ params }, store) => {
    channelWithTemplates(store, params.id, 'delete_template');
    templateRecords.remove(store, templateOf(store, params).id);
  },
  sync: ({ params }, store) => {
    const channel = channelWithTemplates(store, params.id, 'sync_templates');
    const dueMs = store.nowMs() + store.stepMs;
    store.jobs.add({ kind: 'sync', dueMs, run: () => sync(store, channel) });
    return { syncId: store.newId('templateSync'), startedAt: store.now() };
  },
  preview: ({ params, body }, store) => previewOf(templateOf(store, params), body),
};

function channelWithTemplates(store: Store, id: string, action: string): StoredChannel {
  const channel = channelRecords.get(store, id);
  checkHasTemplates(channel, action);
  return channel;
}

/** Throws SVC-NOT-FOUND or SVC-MEDIA-UNSUPPORTED for a file that cannot be the example of the header. */
function checkFile(store: Store, draft: TemplateDraft): void {
  const file = exampleFileOf(draft);
  if (file) checkExampleFile(file.type, mediaOf(store, file.id));
}

function templateOf(
  store: Store,
  { id, templateId }: { id: string; templateId: string },
): TemplateRecord {
  const { id: channelId } = channelRecords.get(store, id);
  const record = templateRecords.get(store, templateId);
  checkOwner(record, channelId);
  return record;
}

function sync(store: Store, channel: StoredChannel): void {
  if (channel.status === 'archived') return;
  const known = templatesIn(store, channel.id);
  const syncedAt = store.now();
  if (channel.provider === 'sandbox') {
    for (const template of missingSandboxTemplates(known)) {
      templateRecords.create(store, { channelId: channel.id, template, syncedAt });
    }
  }
  for (const record of known) templateRecords.save(store, record, { syncedAt });
  channel.templatesSyncedAt = syncedAt;
}
