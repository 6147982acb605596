import type { NounFixtures } from './fixture.ts';
import { type Scene, unique } from './scene.ts';

export const contactImportsFixtures: NounFixtures<'contactImports'> = {
  requests: {
    list: () => ({}),
    create: () => ({ query: { filename: 'customers.csv' }, body: csv('phone', unique('x')) }),
    get: onOne,
    listErrors: onOne,
    cancel: onOne,
  },
  lists: {
    list: (scene) => anImport(scene, csv('email', unique('x'))),
    listErrors: {
      prepare: async (scene) => {
        const wrong = Array.from({ length: 20 }, () => 'nobody');
        const { id } = await anImport(scene, csv('email', ...wrong));
        // The errors of an import come from its file, so the test cannot add one.
        return { request: { params: { id } }, insert: async () => {} };
      },
    },
  },
};

/** Returns the bytes of a CSV file with these lines. */
export function csv(...lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

export function anImport(scene: Scene, body: Uint8Array, query: object = {}) {
  return scene.api.contactImports.create({ body: body as never, query: { ...query } });
}

/** Returns a file with more rows than the server applies before it answers. */
export function manyRows(): Uint8Array {
  return csv('externalId', ...Array.from({ length: 150 }, () => unique('row')));
}

/** Returns an import that a worker has not started. */
async function onOne(scene: Scene) {
  return { params: { id: (await anImport(scene, manyRows())).id } };
}
