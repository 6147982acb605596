/** Every job name with its payload. Jobs carry ids, not records: they read the state they find. */
// biome-ignore lint/suspicious/noEmptyInterface: nouns add their jobs here
export interface JobPayloads {}

export type JobName = keyof JobPayloads;
