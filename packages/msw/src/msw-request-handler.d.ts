// What `setupServer` and `setupWorker` of Mock Service Worker take. It comes by the narrow doors of MSW 2 and of
// MSW 3, of which one is there: the main door of MSW 2 brings declarations that a CommonJS file cannot load, and
// everybody who does not set `skipLibCheck` would hear of it. tsup.config.ts writes this file into the built
// declarations as it is, because bundling them would take the `ts-ignore` away from what it is for.

/** @ts-ignore This import fails with MSW 3, which has another path. */
type Msw2 = typeof import('msw/core/http');

/** @ts-ignore This import fails with MSW 2, which has another path. */
type Msw3 = typeof import('msw/http');

type MswHandlerOf<Module> = string extends keyof Module
  ? never // any: this door is not there.
  : Module extends { http: { all: (...given: never) => infer Handler } }
    ? Handler
    : never;

type MswRequestHandler = MswHandlerOf<Msw2> | MswHandlerOf<Msw3>;
