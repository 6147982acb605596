// In which documents of a block a term stands, and how often in each field. A list is the entries of
// its documents in the order of their slots: the distance to the slot before, in 7-bit groups, and a
// byte of counts. Two bytes per document where a term is common, so that a query over a hundred
// thousand documents reads some hundred kilobytes.

/** Documents of one block. */
export const blockSize = 2_048;

/** Occurrences in the three fields: title or question; headings or other questions; body or answer. */
export type Counts = readonly [number, number, number];

export function packCounts([first, second, body]: Counts): number {
  return (Math.min(first, 3) << 6) | (Math.min(second, 3) << 4) | Math.min(body, 15);
}

/** The entries of a list as slot and packed counts, one after the other. */
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

export function writePostings(entries: ReadonlyMap<number, number>): Uint8Array {
  const slots = [...entries.keys()].sort((a, b) => a - b);
  const bytes: number[] = [];
  let last = -1;
  for (const slot of slots) {
    let distance = slot - last;
    while (distance >= 128) {
      bytes.push((distance & 127) | 128);
      distance >>= 7;
    }
    bytes.push(distance, entries.get(slot) ?? 0);
    last = slot;
  }
  return Uint8Array.from(bytes);
}

// The documents of a block, by slot: the revision of the record, which is 0 where nothing stands, and
// the words of the body.
const documentBytes = 6;

export interface BlockDocument {
  readonly revision: number;
  readonly bodyWords: number;
}

export class BlockDocuments {
  #view: DataView;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#view = viewOf(bytes);
  }

  get slots(): number {
    return this.#view.byteLength / documentBytes;
  }

  revisionAt(slot: number): number {
    return slot < this.slots ? this.#view.getUint32(slot * documentBytes) : 0;
  }

  bodyWordsAt(slot: number): number {
    return this.#view.getUint16(slot * documentBytes + 4);
  }

  set(slot: number, { revision, bodyWords }: BlockDocument): void {
    if (slot >= this.slots) {
      const grown = new Uint8Array(Math.min(blockSize, (slot + 1) * 2) * documentBytes);
      grown.set(this.bytes);
      this.#view = viewOf(grown);
    }
    this.#view.setUint32(slot * documentBytes, revision);
    this.#view.setUint16(slot * documentBytes + 4, Math.min(bodyWords, 0xffff));
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
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset, this.#view.byteLength);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
