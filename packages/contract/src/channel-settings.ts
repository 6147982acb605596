import * as z from 'zod';
import { id, idInput } from './ids.ts';
import { keywordInput } from './text-inputs.ts';

const windowEnforcement = z
  .enum(['known', 'strict', 'off'])
  .describe(
    'When free text is refused. `known`: the last inbound message is known to be too old; `strict`: also when no inbound message is known, or no initial message is left; `off`: never.',
  );
const threading = z
  .enum(['single', 'new_after_close'])
  .describe(
    'What an inbound message does when the conversation is closed. `single`: it reopens the conversation. `new_after_close`: it starts a new one.',
  );
const throttlePerSecond = z
  .int()
  .min(1)
  .max(1_000)
  .nullable()
  .describe(
    'Maximum messages per second. Further messages wait in the queue. Null = the default of the network.',
  );

const autoAssign = z
  .enum(['off', 'round_robin', 'least_open'])
  .describe(
    'Which of the users in `assigneeIds` gets an open conversation without an assignee when its customer writes. `off`: none; `round_robin`: each in turn; `least_open`: the one with the fewest open conversations on all channels. Users with 1,000 or more count as equal.',
  );
const assigneeIds = (user: z.ZodString) =>
  z
    .array(user)
    .max(100)
    .describe('IDs of the users that `autoAssign` chooses from. Inactive users get none.');

export const channelSettings = z
  .object({
    windowEnforcement,
    threading,
    throttlePerSecond,
    autoAssign,
    assigneeIds: assigneeIds(id('user')),
    optOutKeywords: z
      .array(keywordInput)
      .max(50)
      .nullable()
      .describe(
        'On this channel, these words replace `optOutKeywords` of the tenant; null = those of the tenant. STOP and the other built-in words stay.',
      ),
  })
  .describe('Settings of the channel.');

export const channelSettingsInput = channelSettings
  .extend({ assigneeIds: assigneeIds(idInput('user')) })
  .partial()
  .describe('Settings to change. Absent settings keep their values.');
