import type { StickerStyle } from "@retro/contract/styles";
import { memo, useState } from "react";
import type { CSSProperties } from "react";
import { useChildIds, useItemParts } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "../../../ui/display/initials.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { useFocusInList } from "../keyboard/rovingFocus.ts";
import type { StickerPath } from "../keyboard/rovingFocus.ts";
import { useScrubHiddenText } from "../../../ui/device/scrubHiddenText.ts";
import { StickerCard } from "./StickerCard.tsx";
import { stickerPartsOf } from "./stickerPartsOf.ts";

interface Props {
  id: string;
  columnId: string;
  stop: StickerPath | null;
  sectionStyle: StickerStyle | undefined;
}

/** Has no handlers: `StickerBoard` handles drags, clicks and keys for all stickers through `data-sticker`. */
export const Sticker = memo(function Sticker({ id, columnId, stop, sectionStyle }: Props) {
  const parts = useItemParts(id, (state) => stickerPartsOf(state, id));
  const [open, setOpen] = useState(false);
  const { item, editor } = parts;
  useScrubHiddenText(item?.hidden === true);
  if (item === undefined) return null;
  const group = parts.groupSize > 0;
  return (
    <li
      className="sticker-slot"
      data-sticker={id}
      data-group={group && !open ? "" : undefined}
      data-editing={editor === undefined ? undefined : ""}
      style={editor === undefined ? undefined : ({ "--editor": editor.options.color } as CSSProperties)}
    >
      {editor !== undefined && <EditorTag name={editor.name} color={editor.options.color} />}
      <StickerCard
        item={item}
        parts={parts}
        sectionStyle={sectionStyle}
        open={open}
        tabIndex={stop !== null && (stop[0] === id || !open) ? 0 : -1}
        onToggle={() => setOpen(!open)}
      />
      {open && <OpenGroup id={id} columnId={columnId} stop={stop} sectionStyle={sectionStyle} />}
    </li>
  );
});

function OpenGroup({ id, columnId, stop, sectionStyle }: Props) {
  const ids = useChildIds(id);
  useFocusInList(columnId, ids);
  if (ids.length === 0) return null;
  return (
    <ul className="nested" data-list={id}>
      {ids.map((child) => (
        <Sticker
          key={child}
          id={child}
          columnId={columnId}
          stop={stop?.includes(child) === true ? stop : null}
          sectionStyle={sectionStyle}
        />
      ))}
    </ul>
  );
}

function EditorTag({ name, color }: { name: string; color: string }) {
  const t = useT();
  return (
    <span
      className="sticker-editor"
      style={{ backgroundColor: color, color: textColorOn(color) }}
      {...tip(t("stickers.editing", { name }))}
    >
      {/* The initials illustrate the name; the accessible text is the name alone. */}
      <span className="person-dot" data-initials={initialsOf(name)} />
      {name}
    </span>
  );
}
