import type { Contract } from '@parley/contract';
import type { ListFixture, ReferenceFixture, RequestFixture } from './fixture.ts';
import { aFaq, aSource } from './knowledge/records.ts';
import { aName, type Scene, unique } from './scene.ts';

type Noun = 'knowledgeSources' | 'knowledgeFaqs';

export const knowledgeRequests: {
  [Key in Noun]: { [Endpoint in keyof Contract[Key]]: RequestFixture };
} = {
  knowledgeSources: {
    list: () => ({}),
    create: () => ({
      body: { type: 'markdown', title: unique('Guide'), content: '# Delivery\n\nTwo days.' },
    }),
    get: onASource,
    update: async (scene) => ({ ...(await onASource(scene)), body: { title: unique('Renamed') } }),
    delete: onASource,
    reindex: onASource,
    listChunks: onASource,
  },
  knowledgeFaqs: {
    list: () => ({}),
    create: () => ({ body: aQuestion() }),
    batch: () => ({ body: { items: [aQuestion(), aQuestion()] } }),
    get: onAnFaq,
    update: async (scene) => ({ ...(await onAnFaq(scene)), body: { answer: unique('Answer') } }),
    delete: onAnFaq,
    feedback: async (scene) => ({ ...(await onAnFaq(scene)), body: { helpful: true } }),
  },
};

const sourceId: ReferenceFixture = {
  resource: 'knowledgeSource',
  make: async (scene) => (await aSource(scene)).id,
};

export const knowledgeReferences = {
  'knowledgeFaqs.create': { sourceId },
  'knowledgeFaqs.update': { sourceId },
} as const;

export const knowledgeLists = {
  'knowledgeSources.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async (index) => {
        await aSource(scene, { title: aName(index) });
      },
    }),
  },
  'knowledgeSources.listChunks': {
    prepare: async (scene) => {
      const parts = Array.from({ length: 20 }, (_, n) => `# ${unique('Part')}\n\nParagraph ${n}.`);
      const { id } = await aSource(scene, { content: parts.join('\n\n') });
      // Chunks come and go with the content of their source: one more cannot be inserted.
      return { request: { params: { id } }, insert: async () => {} };
    },
  },
  'knowledgeFaqs.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async (index) => {
        await aFaq(scene, { position: index % 4 });
      },
    }),
  },
} as const satisfies Record<string, ListFixture>;

function aQuestion() {
  return { question: `${unique('Where is parcel')}?`, answer: 'On its way.' };
}

async function onASource(scene: Scene) {
  return { params: { id: (await aSource(scene)).id } };
}

async function onAnFaq(scene: Scene) {
  return { params: { id: (await aFaq(scene)).id } };
}
