import { systemRows } from '../../db/system-rows.ts';

interface ChannelCount {
  readonly type: string;
  readonly provider: string;
  readonly status: string;
  readonly count: number;
}

/** Counts the channels of all tenants that were not deleted. */
export const countChannels = systemRows<null, ChannelCount>(
  'count-channels',
  {
    access: 'read',
    text: `select type, provider, status, cast(count(*) as integer) as "count" from channels
      where archived_at is null group by type, provider, status`,
  },
  () => [],
);
