import { createMock, type Mock, type MockOptions } from './create-mock.ts';
import { MockError } from './problems.ts';

/** Hook functions of a test runner: Vitest, Jest or `node:test`. */
export interface TestHooks {
  beforeEach(run: () => void): unknown;
  afterEach(run: () => void): unknown;
}

/**
 * Creates a new mock before every test and verifies it afterwards. Only for sequential tests: concurrent tests each
 * create a mock, or a `tenant()` of a shared one.
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
      // Test runners read symbol and `toJSON` properties of objects that they print; such a read is not a use of the
      // mock.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      throw new MockError(`installMock: mock.${name} is there only while a test runs`);
    },
  });
}
