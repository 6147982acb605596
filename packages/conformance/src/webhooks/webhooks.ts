import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testDelivering } from './delivering.ts';
import { testDisabling } from './disabling.ts';
import { testEndpoints } from './endpoints.ts';
import { testFilters } from './filters.ts';
import { testPace } from './pace.ts';
import { testRedelivery } from './redelivery.ts';
import { testReplay } from './replay.ts';
import { testRetries } from './retries.ts';
import { testRotation } from './rotation.ts';
import { testTrials } from './trials.ts';

export function describeWebhooks({ running, paused, start }: Targets): void {
  describe('webhooks', () => {
    describe('endpoints', () => testEndpoints(paused));
    describe('delivering', () => testDelivering(running, start));
    describe('filters', () => testFilters(running, paused));
    describe('retries', () => testRetries(running, start));
    describe('disabling', () => testDisabling(running, start));
    describe('redelivery', () => testRedelivery(running, paused, start));
    describe('replay', () => testReplay(running, paused));
    describe('tests', () => testTrials(running, paused));
    describe('rotation', () => testRotation(running, paused, start));
    describe('pace', () => testPace(running, start));
  });
}
