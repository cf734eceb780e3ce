import type { Item, StickerStyle } from "@retro/contract/entities";
import { memo, useState } from "react";
import type { CSSProperties } from "react";
import { useChildIds, useItem, useItemState } from "../../board-state/boardHooks.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "../../ui/initials.ts";
import { tip } from "../../ui/tip.ts";
import { useFocusInList } from "./rovingFocus.ts";
import type { StickerPath } from "./rovingFocus.ts";
import { useStickerParts } from "./stickerActions.ts";
import { useScrubHiddenText } from "../../ui/scrubHiddenText.ts";
import { stickerCss } from "./stickerCss.ts";
import { StickerAuthor, StickerDate, SaveStateMark } from "./StickerFooter.tsx";
import { stickerCountsOf } from "./stickerCounts.ts";
import { LinkedText } from "./LinkedText.tsx";

interface Props {
  id: string;
  columnId: string;
  /** The column's tab stop, if it is this sticker or one of its group. */
  stop: StickerPath | null;
  /** The style that the section gives its stickers. */
  sectionStyle: StickerStyle | undefined;
}

/**
 * A sticker and, when its group is open, the stickers nested in it. It is memoised and has no handlers: `StickerBoard` handles drags,
 * clicks and keys for all stickers through `data-sticker`.
 */
export const Sticker = memo(function Sticker({ id, columnId, stop, sectionStyle }: Props) {
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
        tabIndex={stop !== null && (stop[0] === id || !open) ? 0 : -1}
        onToggle={() => setOpen(!open)}
      />
      {open && <OpenGroup id={id} columnId={columnId} stop={stop} sectionStyle={sectionStyle} />}
    </li>
  );
});

/** The stickers of an open group. It stays when the last one leaves, to pass the focus on. */
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

const cyrillic = /\p{Script=Cyrillic}/u;

/** The language by which the browser hyphenates a text: Russian for Cyrillic script, otherwise the interface's. */
function languageOf(text: string): string | undefined {
  return cyrillic.test(text) ? "ru" : undefined;
}

interface StickerCardProps {
  item: Item;
  sectionStyle: Props["sectionStyle"];
  group: boolean;
  open: boolean;
  /** Of the sticker and of the controls in it: 0 for the tab stop of its column. */
  tabIndex: 0 | -1;
  onToggle: () => void;
}

function StickerCard({ item, sectionStyle, group, open, tabIndex, onToggle }: StickerCardProps) {
  const t = useT();
  const { Vote } = useStickerParts();
  const { id } = item;
  const hidden = item.hidden || item.title === null;
  return (
    <article
      className="sticker"
      // The sticker is focusable because Enter, Space and Delete act on it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={tabIndex}
      aria-labelledby={`text-${id}`}
      aria-describedby="sticker-keys"
      data-locked={hidden ? "" : undefined}
      style={stickerCss(item.style as StickerStyle, sectionStyle)}
    >
      {hidden ? (
        <HiddenText id={id} />
      ) : (
        <div className="sticker-text" id={`text-${id}`} lang={languageOf(item.title ?? "")}>
          <LinkedText text={item.title ?? ""} tabIndex={tabIndex} />
        </div>
      )}
      {group && <GroupToggle id={id} open={open} tabIndex={tabIndex} onToggle={onToggle} />}
      <div className="sticker-foot">
        <StickerAuthor id={id} userId={item.user_id} />
        <StickerDate id={id} at={item.created_at} />
        <SaveStateMark id={id} tabIndex={tabIndex} />
        <span className="end">
          {!hidden && (
            <button
              type="button"
              className="sticker-menu"
              data-sticker-menu=""
              aria-label={t("stickers.menu")}
              {...tip(t("stickers.menu"))}
              aria-haspopup="menu"
              tabIndex={tabIndex}
            >
              <svg viewBox="0 0 24 24" aria-hidden>
                <path d="M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m12 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m-6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
              </svg>
            </button>
          )}
          {group && !open ? (
            <ClosedGroupVote id={id} tabIndex={tabIndex} />
          ) : (
            <Vote itemId={id} tabIndex={tabIndex} />
          )}
        </span>
      </div>
    </article>
  );
}

/** In place of a hidden text. The section says once that its stickers are hidden; here only screen readers hear it. */
function HiddenText({ id }: { id: string }) {
  const t = useT();
  return (
    <>
      <div className="sticker-bars" aria-hidden>
        <i />
        <i />
      </div>
      <span id={`text-${id}`} className="sr-only">
        {t("stickers.hidden")}
      </span>
    </>
  );
}

function useGroupVotes(id: string): number | null {
  return useItemState(id, ({ view }: BoardState) => stickerCountsOf(view).votesPerGroup.get(id) ?? null);
}

/** A closed group shows one number of votes, the total; a press votes for its head. */
function ClosedGroupVote({ id, tabIndex }: { id: string; tabIndex: 0 | -1 }) {
  const { Vote } = useStickerParts();
  return <Vote itemId={id} groupVotes={useGroupVotes(id)} tabIndex={tabIndex} />;
}

interface GroupToggleProps {
  id: string;
  open: boolean;
  tabIndex: 0 | -1;
  onToggle: () => void;
}

function GroupToggle({ id, open, tabIndex, onToggle }: GroupToggleProps) {
  const t = useT();
  const size = useItemState(id, (state: BoardState) => stickerCountsOf(state.view).perGroup.get(id) ?? 1);
  const votes = useGroupVotes(id);
  const word = t("stickers.grouped", { count: size });
  return (
    <button
      type="button"
      className="group-toggle"
      tabIndex={tabIndex}
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
          <span className="words" aria-hidden>
            {word}
            {/* A closed group shows its total on the vote button. */}
            {open && <span className="sum">{t("stickers.groupVotes", { count: votes })}</span>}
          </span>
          {/* One string: from separate flex items, the accessible name would have a space before its comma. */}
          <span className="sr-only">{`${word}, ${t("stickers.groupVotes", { count: votes })}`}</span>
        </>
      )}
    </button>
  );
}
