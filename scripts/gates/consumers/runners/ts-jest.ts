import { everyFunction } from './every-function';

const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected);
everyFunction({ test, beforeEach, afterEach, equal });
