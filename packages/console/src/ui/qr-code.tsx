import encodeQR from 'qr';
import css from './qr-code.module.css';

/** A text that the camera of a phone can read: dark on light in both themes, because many apps read nothing else. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const rows = encodeQR(text, 'raw', { border: 3 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={css['code']}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
