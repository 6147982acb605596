/** Returns the ID of a chunk, which contains the ID of its record. */
export function chunkId(recordId: string, revision: number, position: number): string {
  const ulid = recordId.slice(recordId.indexOf('_') + 1);
  return `chk_${ulid}_${revision.toString(36)}_${position.toString(36)}`;
}
