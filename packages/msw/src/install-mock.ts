import { createMock, type Mock } from './create-mock.ts';
import { checkMockOptions, type MockOptions } from './mock-options.ts';
import { MockError } from './problems.ts';

/** Hook functions of a test runner: Vitest, Jest or `node:test`. */
export interface TestHooks {
  beforeEach(run: () => void): unknown;
  afterEach(run: () => void): unknown;
}

/**
 * Creates a new mock before every test and verifies it afterwards. Concurrent tests cannot use it: they each create a
 * mock, or a `tenant()` of a shared one.
 */
export function installMock(hooks: TestHooks, options: MockOptions = {}): Mock {
  // In JavaScript, the hooks may be missing.
  const { beforeEach, afterEach } = Object(hooks) as Partial<TestHooks>;
  if (typeof beforeEach !== 'function' || typeof afterEach !== 'function') {
    throw new MockError(
      'installMock: pass the hooks of your test runner, such as installMock({ beforeEach, afterEach })',
    );
  }
  checkMockOptions(options);
  /** The mock of each function that a spy can replace. */
  const owners = new WeakMap<object, Mock>();
  let current: Mock | undefined;
  let running = 0;
  let isShared = false;
  beforeEach(() => {
    running += 1;
    isShared = running > 1;
    if (isShared) return;
    current = createMock(options);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(current))) {
      if (typeof value === 'function') owners.set(value, current);
    }
  });
  afterEach(() => {
    running -= 1;
    if (running > 0) return;
    const finished = current;
    current = undefined;
    isShared = false;
    finished?.verify();
  });
  const target = (none: Mock) => (current && !isShared ? current : none);
  return new Proxy({} as Mock, {
    // Spies and matchers of test runners look for properties of the mock, and replace them.
    has: (none, name) => Reflect.has(target(none), name),
    ownKeys: (none) => Reflect.ownKeys(target(none)),
    getOwnPropertyDescriptor: (none, name) => Reflect.getOwnPropertyDescriptor(target(none), name),
    defineProperty(none, name, given) {
      const owner = owners.get(Object(given.value));
      // A test runner may restore a spy of an earlier test during this one.
      if (owner && owner !== current) return true;
      return Reflect.defineProperty(target(none), name, given);
    },
    deleteProperty: (none, name) => Reflect.deleteProperty(target(none), name),
    get(_target, name) {
      if (current && !isShared) return Reflect.get(current, name);
      // Test runners read symbol and `toJSON` properties of objects that they print; such a read is not a use of the
      // mock.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      throw new MockError(
        isShared
          ? 'installMock: two tests run at the same time, or one inside another; give each a createMock() of its own, or a mock.tenant()'
          : `installMock: mock.${name} is there only while a test runs`,
      );
    },
  });
}
