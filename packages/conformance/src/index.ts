import { afterAll, beforeAll, describe } from 'vitest';
import { describeBadInput } from './bad-input.ts';
import { testDescribed } from './crud/describe-crud.ts';
import { describeEveryEndpoint } from './every-endpoint/every-endpoint.ts';
import type { Extent } from './extent.ts';
import { nounTests } from './generated/tests.ts';
import type { StartTarget, Target } from './target.ts';

export type {
  KeyOptions,
  Receive,
  ReceivedRequest,
  Receiver,
  ReceiverAnswer,
  StartTarget,
  Target,
  TenantOptions,
  TestKey,
  TestTenant,
} from './target.ts';

/** Tests one target for every guarantee that clients may rely on. */
export function describeConformance(
  name: string,
  start: StartTarget,
  extent: Extent = 'all',
): void {
  describe.concurrent(name, () => {
    let running: Target;
    let paused: Target;
    beforeAll(async () => {
      [running, paused] = await Promise.all([start(), start()]);
      await paused.pause();
    });
    afterAll(() => Promise.all([running?.close(), paused?.close()]));

    const targets = { running: () => running, paused: () => paused, start, extent };
    describeEveryEndpoint(targets.paused, extent);
    describeBadInput(targets.paused, extent);
    for (const describeNoun of nounTests) describeNoun(targets);
    testDescribed();
  });
}
