import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { everyFunction } from './every-function.mjs';

const equal = (actual, expected) => assert.deepEqual(actual, expected);
everyFunction({ test, beforeEach, afterEach, equal });
