import { bodyOn, on, refersTo } from '../crud/crud-fixtures.ts';
import type { NounFixtures } from '../fixture.ts';
import { aName, unique } from '../scene.ts';
import { aFaq, aSource } from './records.ts';

const onASource = on(aSource);
const onAnFaq = on(aFaq);

export const knowledgeSourcesFixtures: NounFixtures<'knowledgeSources'> = {
  requests: {
    list: () => ({}),
    create: () => ({
      body: { type: 'markdown', title: unique('Guide'), content: '# Delivery\n\nTwo days.' },
    }),
    get: onASource,
    update: bodyOn(onASource, () => ({
      title: unique('Renamed'),
      content: `Arrives by ${unique('drone')}.`,
    })),
    delete: onASource,
    reindex: onASource,
    listChunks: onASource,
  },
  lists: {
    list: (scene, index) => aSource(scene, { title: aName(index) }),
    listChunks: {
      prepare: async (scene) => {
        const parts = Array.from(
          { length: 20 },
          (_, n) => `# ${unique('Part')}\n\nParagraph ${n}.`,
        );
        const { id } = await aSource(scene, { content: parts.join('\n\n') });
        // Chunks are made from the content of their source, so the test cannot add one.
        return { request: { params: { id } }, insert: async () => {} };
      },
    },
  },
};

const sourceId = refersTo('knowledgeSource', aSource);

export const knowledgeFaqsFixtures: NounFixtures<'knowledgeFaqs'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: aQuestion() }),
    batch: () => ({ body: { items: [aQuestion(), aQuestion()] } }),
    get: onAnFaq,
    update: bodyOn(onAnFaq, () => ({ answer: unique('Answer') })),
    delete: onAnFaq,
    feedback: bodyOn(onAnFaq, () => ({ helpful: true })),
  },
  lists: {
    list: (scene, index) => aFaq(scene, { position: index % 4 }),
  },
  references: {
    create: { sourceId },
    update: { sourceId },
  },
};

function aQuestion() {
  return { question: `${unique('Where is parcel')}?`, answer: 'On its way.' };
}
