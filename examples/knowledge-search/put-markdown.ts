import { ConflictError, type KnowledgeSource, type Parley } from '@parley/sdk';

// #region put
/** Adds or updates one file. It is safe to run it again. */
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
