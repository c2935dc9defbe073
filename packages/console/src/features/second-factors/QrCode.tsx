import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Modules of quiet zone around the code. Source: ISO/IEC 18004, §9.1. */
const QUIET = 4;

/** A QR code, drawn as one path: dark on white in both themes, or a camera would not find it. `says` names it to a screen reader. */
export function QrCode({ text, says, size }: { readonly text: string; readonly says: string; readonly size: number }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: QUIET }), [text]);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={says} width={size} height={size} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
