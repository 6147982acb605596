import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { everyFunction } from './every-function.mjs';

const equal = (actual, expected) => expect(actual).toEqual(expected);
everyFunction({ test, beforeEach, afterEach, equal });
