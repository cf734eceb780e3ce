import "./help.css";
import type { ReactNode } from "react";
import { boardDrawings } from "./boardDrawings.tsx";
import { Pointer, Sections, Sticker, Stroke } from "./drawingParts.tsx";

export type DrawingName =
  | keyof typeof boardDrawings
  | "add"
  | "edit"
  | "drag"
  | "group"
  | "expand"
  | "undo"
  | "style"
  | "vote"
  | "results"
  | "section"
  | "board"
  | "fullscreen"
  | "theme";

const drawings: Record<DrawingName, ReactNode> = {
  ...boardDrawings,
  add: (
    <>
      <rect
        x="22"
        y="12"
        width="52"
        height="40"
        rx="4"
        fill="none"
        stroke="var(--line)"
        strokeDasharray="4 3"
      />
      <Stroke d="M48 25 V39 M41 32 H55" width={3} />
    </>
  ),
  edit: (
    <>
      <Sticker x={24} y={18} w={44} h={30} />
      <path d="M56 44 L72 26 L78 31 L62 49 L55 50 Z" fill="currentColor" stroke="var(--ground)" />
    </>
  ),
  drag: (
    <>
      <Sticker x={12} y={12} fill="var(--green)" />
      <Sticker x={12} y={36} fill="var(--green)" />
      <rect x="54" y="21" width="30" height="2.5" rx="1" fill="currentColor" />
      <g transform="rotate(4 66 38)">
        <Sticker x={52} y={30} />
      </g>
      <Pointer x={72} y={42} />
    </>
  ),
  group: (
    <>
      <rect x="17" y="13" width="42" height="32" rx="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <Sticker x={21} y={17} w={34} h={24} fill="var(--rose)" />
      <g transform="rotate(5 60 38)">
        <Sticker x={42} y={28} w={34} h={22} />
      </g>
      <Pointer x={66} y={42} />
    </>
  ),
  expand: (
    <>
      <rect x="22" y="40" width="44" height="10" rx="3" fill="var(--blue)" opacity="0.5" />
      <rect x="20" y="36" width="48" height="10" rx="3" fill="var(--blue)" opacity="0.75" />
      <Sticker x={18} y={16} w={52} h={25} />
      <Stroke d="M74 24 l5 5 l5 -5" width={2.5} />
    </>
  ),
  undo: (
    <>
      <Sticker x={46} y={24} w={36} h={26} fill="var(--green)" />
      <Stroke d="M24 18 L16 26 L24 34 M16 26 H34 a10 10 0 0 1 0 20 H24" width={3} />
    </>
  ),
  style: (
    <>
      <Sticker x={14} y={18} w={36} h={28} fill="var(--rose)" />
      <text x="58" y="30" fontSize="16" fontWeight="700" fill="currentColor">
        A
      </text>
      <text x="72" y="30" fontSize="16" fontStyle="italic" fill="var(--line)">
        a
      </text>
      <circle cx="61" cy="42" r="4" fill="var(--green)" stroke="var(--line)" strokeOpacity="0.5" />
      <circle cx="72" cy="42" r="4" fill="var(--blue)" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="83" cy="42" r="4" fill="var(--rose)" stroke="var(--line)" strokeOpacity="0.5" />
    </>
  ),
  vote: (
    <>
      <Sticker x={20} y={14} w={56} h={36} fill="var(--green)" />
      <rect x="54" y="36" width="20" height="12" rx="6" fill="currentColor" />
      <Stroke d="M60 42.5 l3 3 l5.5 -6" width={2} color="var(--ground)" />
    </>
  ),
  results: (
    <>
      {[56, 38, 24].map((width, i) => (
        <g key={width}>
          <circle cx="16" cy={17 + i * 15} r="2.5" fill="currentColor" />
          <rect x="24" y={13 + i * 15} width={width} height="8" rx="3" fill="var(--green)" />
        </g>
      ))}
    </>
  ),
  section: (
    <>
      <Sections />
      <rect x="15" y="18" width="18" height="3" rx="1.5" fill="currentColor" />
      {[36, 39.5, 43].map((x) => (
        <circle key={x} cx={x} cy="19.5" r="1.2" fill="currentColor" />
      ))}
      <Sticker x={15} y={26} w={26} h={18} fill="var(--green)" />
    </>
  ),
  board: (
    <>
      <Sections />
      <rect x="15" y="18" width="18" height="3" rx="1.5" fill="var(--line)" opacity="0.6" />
      <rect x="55" y="18" width="18" height="3" rx="1.5" fill="var(--line)" opacity="0.6" />
      <Stroke d="M38 34 h20 M38 34 l4 -4 M38 34 l4 4 M58 34 l-4 -4 M58 34 l-4 4" width={2} />
    </>
  ),
  fullscreen: <Stroke d="M28 26 V18 H38 M58 18 H68 V26 M68 38 V46 H58 M38 46 H28 V38" width={3} />,
  theme: (
    <>
      <circle cx="36" cy="32" r="8" fill="currentColor" />
      {Array.from({ length: 8 }, (_, i) => (
        <rect
          key={i}
          x="35"
          y="16"
          width="2"
          height="5"
          rx="1"
          fill="currentColor"
          transform={`rotate(${i * 45} 36 32)`}
        />
      ))}
      <path d="M70 42 a11 11 0 1 1 -4 -21 a9 9 0 0 0 4 21" fill="var(--line)" />
    </>
  ),
};

export function TopicDrawing({ name }: { name: DrawingName }) {
  return (
    <svg className="help-drawing" viewBox="0 0 96 64" aria-hidden focusable="false">
      {drawings[name]}
    </svg>
  );
}
