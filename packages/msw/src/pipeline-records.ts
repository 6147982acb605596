import { pipelineRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import type { Store } from './store.ts';

export const pipelineRecords = fakeRecords(pipelineRules, {
  saved(store, pipeline, previous) {
    if (pipeline.isDefault && previous.isDefault === false) replaceDefault(store, pipeline.id);
  },
});

/** Makes all pipelines except this one no longer the default. */
export function replaceDefault(store: Store, id: string): void {
  for (const pipeline of pipelineRecords.all(store).values()) {
    if (pipeline.isDefault && pipeline.id !== id)
      pipelineRecords.save(store, pipeline, { isDefault: false });
  }
}
