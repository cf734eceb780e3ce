import { Card, Sticker, Stroke } from "./drawingParts.tsx";

export const boardDrawings = {
  list: (
    <>
      <Card x={10} y={12} w={30} h={40} rx={3} edge={0.4} />
      {[20, 30, 40].map((y) => (
        <rect key={y} x="15" y={y} width="20" height="2.5" rx="1" fill="var(--line)" opacity="0.7" />
      ))}
      <Stroke d="M45 32 h8 M50 28.500 l3.500 3.500 l-3.500 3.500" width={2} />
      {[10, 26, 42].map((y) => (
        <Sticker key={y} x={60} y={y} w={26} h={12} lines={1} />
      ))}
    </>
  ),
  sort: (
    <>
      {[44, 32, 20].map((width, i) => (
        <g key={width}>
          <Sticker x={14} y={10 + i * 16} w={22} h={12} fill="var(--green)" lines={1} />
          <rect x="42" y={13 + i * 16} width={width * 0.7} height="6" rx="3" fill="currentColor" />
        </g>
      ))}
      <Stroke d="M84 14 V50 M84 50 l-5 -5 M84 50 l5 -5" width={2} color="var(--line)" />
    </>
  ),
  rounds: (
    <>
      {[12, 52].map((x, i) => (
        <g key={x}>
          <Card x={x} y={14} w={32} h={36} rx={3} edge={0.4} />
          {[20, 10, 14].map((width, line) => (
            <rect
              key={width}
              x={x + 5}
              y={21 + line * 9}
              width={i === 0 ? width : 24 - width}
              height="5"
              rx="2.5"
              fill={i === 0 ? "var(--line)" : "currentColor"}
            />
          ))}
        </g>
      ))}
    </>
  ),
  steps: (
    <>
      <rect x="8" y="24" width="80" height="18" rx="9" fill="var(--ground)" stroke="var(--line)" />
      {[14, 28, 42].map((x, i) => (
        <rect
          key={x}
          x={x}
          y="30"
          width="11"
          height="6"
          rx="3"
          fill={i === 1 ? "currentColor" : "var(--line)"}
          opacity={i === 1 ? 1 : 0.5}
        />
      ))}
      <rect x="60" y="27" width="25" height="12" rx="6" fill="currentColor" />
      <Stroke d="M69 33 h7 M73 29.500 l3.500 3.500 l-3.500 3.500" width={2} color="var(--ground)" />
    </>
  ),
  following: (
    <>
      <Card x={14} y={10} w={68} h={30} rx={4} edge={0.4} />
      <rect x="22" y="18" width="44" height="5" rx="2" fill="currentColor" />
      <rect x="22" y="28" width="28" height="3" rx="1.5" fill="var(--line)" opacity="0.7" />
      {[28, 48, 68].map((x) => (
        <circle key={x} cx={x} cy="51" r="5" fill="var(--green)" stroke="currentColor" strokeWidth="1.5" />
      ))}
    </>
  ),
  invite: (
    <>
      <circle cx="38" cy="24" r="8" fill="currentColor" />
      <path d="M22 48 a16 14 0 0 1 32 0 Z" fill="currentColor" />
      <Stroke d="M70 22 V38 M62 30 H78" width={3} />
    </>
  ),
  focus: (
    <>
      {[6, 74].map((x) => (
        <rect key={x} x={x} y="16" width="16" height="32" rx="3" fill="var(--ground)" opacity="0.5" />
      ))}
      <rect
        x="26"
        y="10"
        width="44"
        height="44"
        rx="4"
        fill="var(--ground)"
        stroke="currentColor"
        strokeWidth="2"
      />
      <Stroke d="M50 16 H62 V28 M62 16 L51 27 M34 48 L45 37 M34 36 V48 H46" width={2} />
    </>
  ),
  zoom: (
    <>
      <Sticker x={10} y={26} w={22} h={16} />
      <Sticker x={40} y={12} w={44} h={34} lines={3} />
      <Stroke d="M14 50 h12 M56 53 h12 M62 47 v12" width={2.5} />
    </>
  ),
  name: (
    <>
      <circle cx="24" cy="32" r="12" fill="currentColor" />
      <Card x={42} y={21} w={44} h={22} rx={4} edge={0.5} />
      <rect x="48" y="30.500" width="18" height="3" rx="1.500" fill="var(--line)" opacity="0.7" />
      <Stroke d="M71 26 V38" width={2} />
    </>
  ),
  boards: (
    <>
      {[12, 50].map((x) =>
        [10, 35].map((y) => (
          <g key={`${x} ${y}`}>
            <Card x={x} y={y} w={34} h={20} rx={3} edge={0.3} />
            <rect x={x + 4} y={y + 4} width="11" height="6" rx="1.500" fill="var(--green)" />
            <rect x={x + 18} y={y + 4} width="11" height="6" rx="1.500" fill="var(--blue)" />
          </g>
        )),
      )}
      <circle
        cx="66"
        cy="38"
        r="9"
        fill="var(--ground)"
        fillOpacity="0.8"
        stroke="currentColor"
        strokeWidth="3"
      />
      <Stroke d="M73 45 l7 7" width={4} />
    </>
  ),
};
