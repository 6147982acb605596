import { ConflictError, type KnowledgeSource, type Parley } from '@parley/sdk';

// #region put
/** Adds a file, or brings what is there up to date: run it as often as you like. */
export async function putMarkdown(
  parley: Parley,
  file: string,
  content: string,
): Promise<KnowledgeSource> {
  const title = /^# (.+)$/m.exec(content)?.[1] ?? file;
  try {
    return await parley.knowledgeSources.create({
      type: 'markdown',
      title,
      content,
      externalId: file,
    });
  } catch (error) {
    if (!ConflictError.is(error) || !error.hasCode('SVC-CONFLICT')) throw error;
    return parley.knowledgeSources.update(error.details.existingId ?? '', { title, content });
  }
}
// #endregion
