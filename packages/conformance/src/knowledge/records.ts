import type {
  CreateKnowledgeFaqBody,
  CreateKnowledgeSourceBody,
  KnowledgeFaq,
  KnowledgeFaqMatch,
  KnowledgeSource,
  KnowledgeSourceDetail,
  KnowledgeSourceMatch,
  KnowledgeSourceStatus,
} from '@parley/contract';
import type { Query } from '../http.ts';
import { eventually } from '../poll.ts';
import { type Scene, unique } from '../scene.ts';

type WrittenSource = Exclude<CreateKnowledgeSourceBody, { type: 'url' }>;

/** Creates a source. It can be searched at once, unless its content is long. */
export function aSource(scene: Scene, body: Partial<WrittenSource> = {}): Promise<KnowledgeSource> {
  return scene.api.knowledgeSources.create({
    body: {
      type: 'markdown',
      title: unique('Guide'),
      content: 'Orders arrive within two working days.',
      ...body,
    },
  });
}

export function aFaq(
  scene: Scene,
  body: Partial<CreateKnowledgeFaqBody> = {},
): Promise<KnowledgeFaq> {
  return scene.api.knowledgeFaqs.create({
    body: {
      question: `${unique('May I return order')}?`,
      answer: 'Within thirty days.',
      ...body,
    },
  });
}

/** Returns a text that is too long to be indexed within a request: paragraphs about one word. */
export function longText(word: string): string {
  const paragraph = `The ${word} is described in this paragraph, which says little about it. `;
  return Array.from({ length: 90 }, (_, n) => `# Part ${n}\n\n${paragraph.repeat(8)}`).join('\n\n');
}

/** Waits until the source has one of these statuses, and returns it. */
export function sourceWith(
  scene: Scene,
  id: string,
  ...statuses: KnowledgeSourceStatus[]
): Promise<KnowledgeSourceDetail> {
  return eventually(
    scene.target,
    () => scene.api.knowledgeSources.get({ params: { id } }),
    ({ status }) => statuses.includes(status),
  );
}

export async function findSources(
  scene: Scene,
  q: string,
  query: Query = {},
): Promise<KnowledgeSourceMatch[]> {
  return (await scene.api.knowledgeSources.list({ query: { q, ...query } })).data;
}

export async function findFaqs(
  scene: Scene,
  q: string,
  query: Query = {},
): Promise<KnowledgeFaqMatch[]> {
  return (await scene.api.knowledgeFaqs.list({ query: { q, ...query } })).data;
}

export const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
