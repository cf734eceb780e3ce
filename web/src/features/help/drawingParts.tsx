export function Sticker({
  x,
  y,
  w = 28,
  h = 20,
  fill = "var(--blue)",
  lines = 2,
}: {
  x: number;
  y: number;
  w?: number;
  h?: number;
  fill?: string;
  lines?: number;
}) {
  return (
    <g>
      <rect x={x} y={y} width={w} height={h} rx="3" fill={fill} />
      {Array.from({ length: lines }, (_, i) => (
        <rect
          key={i}
          x={x + 4}
          y={y + 5 + i * 5}
          width={(w - 8) * (i === 0 ? 1 : 0.6)}
          height="2"
          rx="1"
          fill="var(--line)"
          opacity="0.7"
        />
      ))}
    </g>
  );
}

export function Pointer({ x, y }: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M0 0 L0 13 L3.4 10 L5.6 15 L8 14 L5.8 9 L10.4 8.8 Z"
      fill="currentColor"
      stroke="var(--ground)"
      strokeWidth="1"
    />
  );
}

export function Sections() {
  return (
    <>
      <Card x={10} y={12} w={36} h={40} rx={4} edge={0.3} />
      <Card x={50} y={12} w={36} h={40} rx={4} edge={0.3} />
    </>
  );
}

interface StrokeProps {
  d: string;
  width: number;
  color?: string;
}

export function Stroke({ d, width, color = "currentColor" }: StrokeProps) {
  return (
    <path d={d} fill="none" stroke={color} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
  );
}

interface CardProps {
  x: number;
  y: number;
  w: number;
  h: number;
  rx: number;
  edge: number;
}

export function Card({ x, y, w, h, rx, edge }: CardProps) {
  const shape = { x, y, width: w, height: h, rx };
  return <rect {...shape} fill="var(--ground)" stroke="var(--line)" strokeOpacity={edge} />;
}
