import type { NounFixtures } from './fixture.ts';
import type { Scene } from './scene.ts';

export const mediaFixtures: NounFixtures<'media'> = {
  requests: {
    upload: () => ({ query: { filename: 'dot.png' }, body: dot }),
    get: onOne,
    download: onOne,
    delete: onOne,
  },
  lists: {},
};

/** The bytes of a PNG with one pixel. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function onOne(scene: Scene) {
  const { id } = await scene.api.media.upload({ body: dot });
  return { params: { id } };
}
