// The documents of a block that contain a term, and the count in each field. A list has the entries of its documents in
// the order of their slots: the distance to the previous slot in 7-bit groups, and a byte of counts. A common term
// takes two bytes per document, so that a query over 100,000 documents reads some hundred kilobytes.

/** The number of documents in one block. */
export const blockSize = 2_048;

// A byte of counts holds the occurrences in the three fields, each up to a maximum. It has two bits for the title or
// question, two for headings or other questions, and four for the body or answer.

export function countInTitle(counts: number): number {
  return counts >> 6 < 3 ? counts + (1 << 6) : counts;
}

export function countInOthers(counts: number): number {
  return ((counts >> 4) & 3) < 3 ? counts + (1 << 4) : counts;
}

export function countInBody(counts: number): number {
  return (counts & 15) < 15 ? counts + 1 : counts;
}

/** Returns the documents of a posting list: their slots with their packed counts. */
export function readPostings(list: Uint8Array): Map<number, number> {
  const entries = new Map<number, number>();
  let slot = -1;
  let at = 0;
  while (at < list.length) {
    let distance = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = list[at++] as number;
      distance |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
    slot += distance;
    entries.set(slot, list[at++] as number);
  }
  return entries;
}

/** An edit of a posting list, which has the documents with a term. Slots are in ascending order. */
export interface ListEdit {
  readonly removed: readonly number[];
  readonly added: readonly Entry[];
}

export interface Entry {
  readonly slot: number;
  readonly counts: number;
}

/**
 * Returns the posting list after an edit; an empty one when no entry remains. An added entry replaces the existing one.
 */
export function editPostings(list: Uint8Array, { removed, added }: ListEdit): Uint8Array {
  // Two bytes for an entry, three where a slot is far from the one before.
  const bytes = new Uint8Array(list.length + 3 * added.length);
  let end = 0;
  let last = -1;
  const write = (slot: number, counts: number) => {
    let distance = slot - last;
    while (distance >= 128) {
      bytes[end++] = (distance & 127) | 128;
      distance >>= 7;
    }
    bytes[end++] = distance;
    bytes[end++] = counts;
    last = slot;
  };
  let nextRemoved = 0;
  let nextAdded = 0;
  const writeAddedBefore = (slot: number) => {
    for (let entry = added[nextAdded]; entry && entry.slot < slot; entry = added[nextAdded]) {
      write(entry.slot, entry.counts);
      nextAdded += 1;
    }
  };
  let slot = -1;
  for (let at = 0; at < list.length; ) {
    let byte = list[at++] as number;
    let distance = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = list[at++] as number;
      distance |= (byte & 127) << shift;
    }
    slot += distance;
    const counts = list[at++] as number;
    while ((removed[nextRemoved] ?? slot) < slot) nextRemoved += 1;
    writeAddedBefore(slot);
    if (removed[nextRemoved] !== slot && added[nextAdded]?.slot !== slot) write(slot, counts);
  }
  writeAddedBefore(Number.POSITIVE_INFINITY);
  return bytes.slice(0, end);
}

export function writePostings(entries: ReadonlyMap<number, number>): Uint8Array {
  const added = [...entries]
    .map(([slot, counts]) => ({ slot, counts }))
    .sort((a, b) => a.slot - b.slot);
  return editPostings(new Uint8Array(), { removed: [], added });
}

// The documents of a block by slot: the revision of the record in four bytes, 0 for a free slot, and the words of the
// body in two bytes.
const documentBytes = 6;

export interface BlockDocument {
  readonly revision: number;
  readonly bodyWords: number;
}

export class BlockDocuments {
  #revisions: Uint32Array;
  #bodyWords: Uint16Array;
  #lastRevision: number | undefined;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const slots = bytes.byteLength / documentBytes;
    this.#revisions = new Uint32Array(slots);
    this.#bodyWords = new Uint16Array(slots);
    for (let slot = 0; slot < slots; slot += 1) {
      this.#revisions[slot] = view.getUint32(slot * documentBytes);
      this.#bodyWords[slot] = view.getUint16(slot * documentBytes + 4);
    }
  }

  get slots(): number {
    return this.#revisions.length;
  }

  /** The number of words in the body of each document, by slot. */
  get bodyWords(): Uint16Array {
    return this.#bodyWords;
  }

  /** The highest revision of a document in the block. */
  get lastRevision(): number {
    // Searches share the block.
    this.#lastRevision ??= this.#revisions.reduce((last, one) => Math.max(last, one), 0);
    return this.#lastRevision;
  }

  revisionAt(slot: number): number {
    return this.#revisions[slot] ?? 0;
  }

  bodyWordsAt(slot: number): number {
    return this.#bodyWords[slot] ?? 0;
  }

  set(slot: number, { revision, bodyWords }: BlockDocument): void {
    if (slot >= this.slots) {
      const slots = Math.min(blockSize, (slot + 1) * 2);
      const [revisions, words] = [new Uint32Array(slots), new Uint16Array(slots)];
      revisions.set(this.#revisions);
      words.set(this.#bodyWords);
      this.#revisions = revisions;
      this.#bodyWords = words;
    }
    this.#revisions[slot] = revision;
    this.#lastRevision = undefined;
    this.#bodyWords[slot] = Math.min(bodyWords, 0xffff);
  }

  clear(slot: number): void {
    this.set(slot, { revision: 0, bodyWords: 0 });
  }

  freeSlots(): number[] {
    const free: number[] = [];
    for (let slot = 0; slot < blockSize; slot += 1) {
      if (this.revisionAt(slot) === 0) free.push(slot);
    }
    return free;
  }

  get bytes(): Uint8Array {
    const bytes = new Uint8Array(this.slots * documentBytes);
    const view = new DataView(bytes.buffer);
    for (let slot = 0; slot < this.slots; slot += 1) {
      view.setUint32(slot * documentBytes, this.revisionAt(slot));
      view.setUint16(slot * documentBytes + 4, this.bodyWordsAt(slot));
    }
    return bytes;
  }
}
