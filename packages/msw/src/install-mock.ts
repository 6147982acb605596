import { createMock, type Mock, type MockOptions } from './create-mock.ts';
import { MockError } from './problems.ts';

/** The hooks of a test runner: Vitest, Jest and `node:test` have them. */
export interface TestHooks {
  beforeEach(run: () => void): unknown;
  afterEach(run: () => void): unknown;
}

/**
 * A mock that is made anew before every test and verified after it. For tests that run one after the
 * other: concurrent ones make their own, or a `tenant()` each of one that they share.
 */
export function installMock({ beforeEach, afterEach }: TestHooks, options: MockOptions = {}): Mock {
  let current: Mock | undefined;
  beforeEach(() => {
    if (current) {
      throw new MockError(
        'installMock: two tests run at the same time; give each a createMock() of its own, or a mock.tenant()',
      );
    }
    current = createMock(options);
  });
  afterEach(() => {
    const finished = current;
    current = undefined;
    finished?.verify();
  });
  return new Proxy({} as Mock, {
    get(_target, name) {
      if (current) return Reflect.get(current, name);
      // Runners look at whatever they print: that is no use of the mock.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      throw new MockError(`installMock: mock.${name} is there only while a test runs`);
    },
  });
}
