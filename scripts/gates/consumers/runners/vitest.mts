import { afterEach, beforeEach, expect, test } from 'vitest';
import { everyFunction } from './every-function.mts';

const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected);
everyFunction({ test, beforeEach, afterEach, equal });
