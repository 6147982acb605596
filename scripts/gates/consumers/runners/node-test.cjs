const assert = require('node:assert/strict');
const { afterEach, beforeEach, test } = require('node:test');
const { everyFunction } = require('./every-function.cjs');

const equal = (actual, expected) => assert.deepEqual(actual, expected);
everyFunction({ test, beforeEach, afterEach, equal });
