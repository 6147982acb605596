/** An id of a chunk says whose it is: chunks have no life of their own. */
export function chunkId(recordId: string, revision: number, position: number): string {
  const ulid = recordId.slice(recordId.indexOf('_') + 1);
  return `chk_${ulid}_${revision.toString(36)}_${position.toString(36)}`;
}
