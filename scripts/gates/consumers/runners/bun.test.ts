import { afterEach, beforeEach, expect, test } from 'bun:test';
import { everyFunction } from './every-function.ts';

const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected);
everyFunction({ test, beforeEach, afterEach, equal });
