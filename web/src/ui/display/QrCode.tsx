import "./qr-code.css";
import { encode } from "uqr";
import { useMemo } from "react";

// Scanners need dark on white, also in the dark theme, with a white margin of four modules.
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { modules, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={path} />
    </svg>
  );
}

function drawQrCode(text: string): { modules: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  let path = "";
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  return { modules: size, path };
}
