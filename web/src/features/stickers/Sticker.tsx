import type { Item, StickerStyle } from "@retro/contract/entities";
import { memo, useState } from "react";
import type { CSSProperties } from "react";
import { useChildIds, useItem, useItemState } from "../../board-state/boardHooks.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "../../ui/initials.ts";
import { tip } from "../../ui/tip.ts";
import { useStickerParts } from "./stickerActions.ts";
import { useScrubHiddenText } from "./scrubHiddenText.ts";
import { stickerCss } from "./stickerCss.ts";
import { StickerAuthor, StickerDate, SaveStateMark } from "./StickerFooter.tsx";
import { stickerCountsOf } from "./stickerCounts.ts";
import { LinkedText } from "./LinkedText.tsx";

interface Props {
  id: string;
  /** The style that the section gives its stickers. */
  sectionStyle: StickerStyle | undefined;
}

/**
 * A sticker and, when its group is open, the stickers nested in it. It is memoised and has no handlers: `StickerBoard` handles drags,
 * clicks and keys for all stickers through `data-sticker`.
 */
export const Sticker = memo(function Sticker({ id, sectionStyle }: Props) {
  const item = useItem(id);
  const childIds = useChildIds(id);
  const [open, setOpen] = useState(false);
  const editor = useItemState(id, (state) => state.people.get(state.editing.get(id)?.[0] ?? ""));
  useScrubHiddenText(item?.hidden === true);
  if (item === undefined) return null;
  const group = childIds.length > 0;
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
        sectionStyle={sectionStyle}
        group={group}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {group && open && (
        <ul className="nested" data-list={id}>
          {childIds.map((child) => (
            <Sticker key={child} id={child} sectionStyle={sectionStyle} />
          ))}
        </ul>
      )}
    </li>
  );
});

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

interface StickerCardProps {
  item: Item;
  sectionStyle: Props["sectionStyle"];
  group: boolean;
  open: boolean;
  onToggle: () => void;
}

function StickerCard({ item, sectionStyle, group, open, onToggle }: StickerCardProps) {
  const t = useT();
  const { Vote } = useStickerParts();
  const { id } = item;
  const hidden = item.hidden || item.title === null;
  return (
    <article
      className="sticker"
      // The sticker is focusable because Enter, Space and Delete act on it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-labelledby={`text-${id}`}
      aria-describedby="sticker-keys"
      data-locked={hidden ? "" : undefined}
      style={stickerCss(item.style as StickerStyle, sectionStyle)}
    >
      {hidden ? (
        <>
          <div className="sticker-bars" aria-hidden>
            <i />
            <i />
          </div>
          <span id={`text-${id}`} className="sticker-foot">
            {t("stickers.hidden")}
          </span>
        </>
      ) : (
        <div className="sticker-text" id={`text-${id}`}>
          <LinkedText text={item.title ?? ""} />
        </div>
      )}
      {group && <GroupToggle id={id} open={open} onToggle={onToggle} />}
      <div className="sticker-foot">
        <StickerAuthor id={id} userId={item.user_id} />
        <StickerDate id={id} at={item.created_at} />
        <SaveStateMark id={id} />
        <span className="end">
          {!hidden && (
            <button
              type="button"
              className="sticker-menu"
              data-sticker-menu=""
              aria-label={t("stickers.menu")}
              {...tip(t("stickers.menu"))}
              aria-haspopup="menu"
            >
              <svg viewBox="0 0 24 24" aria-hidden>
                <path d="M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m12 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m-6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
              </svg>
            </button>
          )}
          <Vote itemId={id} />
        </span>
      </div>
    </article>
  );
}

function GroupToggle({ id, open, onToggle }: { id: string; open: boolean; onToggle: () => void }) {
  const t = useT();
  const size = useItemState(id, (state: BoardState) => stickerCountsOf(state.view).perGroup.get(id) ?? 1);
  const votes = useItemState(
    id,
    (state: BoardState) => stickerCountsOf(state.view).votesPerGroup.get(id) ?? null,
  );
  const word = t("stickers.grouped", { count: size });
  return (
    <button
      type="button"
      className="group-toggle"
      aria-expanded={open}
      {...tip(open ? t("stickers.collapse") : t("stickers.expand"))}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M10 6 8.59 7.41 13.17 12l-4.58 4.59L10 18l6-6z" />
      </svg>
      {votes === null ? (
        word
      ) : (
        <>
          <span aria-hidden>{word}</span>
          <span className="sum" aria-hidden>
            <svg viewBox="0 0 24 24" className="thumb">
              <path d="M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.3 20H7" />
            </svg>
            {votes}
          </span>
          {/* One string: from separate flex items, the accessible name would have a space before its comma. */}
          <span className="sr-only">{`${word}, ${t("stickers.groupVotes", { count: votes })}`}</span>
        </>
      )}
    </button>
  );
}
