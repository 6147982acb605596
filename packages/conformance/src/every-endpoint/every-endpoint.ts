import { describe } from 'vitest';
import type { Extent } from '../extent.ts';
import type { Target } from '../target.ts';
import { testAgencies } from './agencies.ts';
import { testAnswers } from './answers.ts';
import { testAuthentication } from './authentication.ts';
import { testIdempotency } from './idempotency.ts';
import { testLists } from './lists.ts';
import { testRaces } from './races.ts';
import { testRateLimits } from './rate-limits.ts';
import { testRequests } from './requests.ts';
import { testStrangers } from './strangers.ts';

/** Tests the guarantees for all endpoints, derived from the contract. Background work of the target is paused. */
export function describeEveryEndpoint(target: () => Target, extent: Extent): void {
  describe('authentication', () => testAuthentication(target, extent));
  describe('requests', () => testRequests(target, extent));
  describe('answers', () => testAnswers(target, extent));
  describe('tenancy', () => testStrangers(target));
  describe('agencies', () => testAgencies(target));
  describe('lists', () => testLists(target, extent));
  describe('idempotency', () => testIdempotency(target));
  describe('races', () => testRaces(target, extent));
  describe('rate limits', () => testRateLimits(target));
}
