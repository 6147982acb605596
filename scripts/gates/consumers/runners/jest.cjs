const { everyFunction } = require('./every-function.cjs');

const equal = (actual, expected) => expect(actual).toEqual(expected);
everyFunction({ test, beforeEach, afterEach, equal });
