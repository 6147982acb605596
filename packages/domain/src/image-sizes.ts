// Reads the size of a picture from its header. The picture is not decoded, so it cannot use up the memory.

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a picture; undefined when its header is cut off or damaged, or its type is not supported. */
export function pixelSize(mimeType: string, head: Uint8Array): PixelSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const size = sizeIn(mimeType, view);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/** Returns whether a WebP picture is animated, by the flags of its header. */
export function isAnimatedWebp(head: Uint8Array): boolean {
  const [flags = 0] = head.subarray(20, 21);
  return String.fromCharCode(...head.subarray(12, 16)) === 'VP8X' && (flags & 2) !== 0;
}

function sizeIn(mimeType: string, view: DataView): PixelSize | undefined {
  switch (mimeType) {
    case 'image/png':
      return view.byteLength < 24
        ? undefined
        : { width: view.getUint32(16), height: view.getUint32(20) };
    case 'image/gif':
      return view.byteLength < 10
        ? undefined
        : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'image/jpeg':
      return jpegSize(view);
    case 'image/webp':
      return view.byteLength < 30 ? undefined : webpSize(view);
    default:
      return undefined;
  }
}

/** Returns the size of a JPEG, which one of its segments has; undefined when that segment is missing. */
function jpegSize(view: DataView): PixelSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Padding bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

function webpSize(view: DataView): PixelSize | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (form === 'VP8X') return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (form === 'VP8 ') {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (form !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
