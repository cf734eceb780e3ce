import type { Item } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";
import { useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { useIsSelected } from "../selection/selection.ts";
import { GroupName } from "./GroupName.tsx";
import { useStickerParts } from "../stickerActions.ts";
import { stickerClass } from "./stickerClass.ts";
import { Reactions } from "./Reactions.tsx";
import { SaveStateMark, StickerAuthor, StickerDate } from "./StickerFooter.tsx";
import type { ShownParts } from "./stickerPartsOf.ts";
import { memo } from "react";
import { splitAtLinks } from "./links.ts";
import { useChildIds, useItem } from "../../../board-state/boardHooks.ts";
import { useScrubHiddenText } from "../../../ui/device/scrubHiddenText.ts";

/** A user's text with clickable links. Every part is a text node, so the text cannot become HTML. */
const LinkedText = memo(function Text({ text, tabIndex }: { text: string; tabIndex?: 0 | -1 }) {
  return (
    <span>
      {splitAtLinks(text).map((piece, i) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a
            key={i}
            href={piece.href}
            tabIndex={tabIndex}
            target="_blank"
            rel="noopener noreferrer nofollow"
            draggable={false}
          >
            {piece.text}
          </a>
        ),
      )}
    </span>
  );
});

const cyrillic = /\p{Script=Cyrillic}/u;

/** Russian for Cyrillic script, otherwise the interface's. */
function languageOf(text: string): string | undefined {
  return cyrillic.test(text) ? "ru" : undefined;
}

interface StickerCardProps {
  item: Item;
  parts: ShownParts;
  sectionStyle: StickerStyle | undefined;
  open: boolean;
  /** Of the sticker and of the controls in it: 0 for the tab stop of its column. */
  tabIndex: 0 | -1;
  onToggle: () => void;
}

export function StickerCard({ item, parts, sectionStyle, open, tabIndex, onToggle }: StickerCardProps) {
  const t = useT();
  const { Vote } = useStickerParts();
  const { id } = item;
  const selected = useIsSelected(id);
  const named = parts.groupSize > 0 && item.name !== undefined;
  const describedBy = `${named ? `name-${id} ` : ""}${selected ? "sticker-selected " : ""}sticker-keys`;
  const { author, saveState, groupSize, groupVotes } = parts;
  const group = groupSize > 0;
  const menu = t("stickers.menu");
  const react = t("reactions.add");
  const hidden = item.hidden || item.title === null;
  return (
    <article
      className={`sticker ${stickerClass(item.style as StickerStyle, sectionStyle)}`}
      // The sticker is focusable because Enter, Space and Delete act on it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={tabIndex}
      aria-labelledby={`text-${id}`}
      aria-describedby={describedBy}
      data-selected={selected ? "" : undefined}
      data-locked={hidden ? "" : undefined}
      data-save-state={saveState}
    >
      {group && !hidden && <GroupName item={item} open={open} tabIndex={tabIndex} />}
      {hidden ? (
        <HiddenText id={id} />
      ) : (
        <div className="sticker-text" id={`text-${id}`} dir="auto" lang={languageOf(item.title ?? "")}>
          <LinkedText text={item.title ?? ""} tabIndex={tabIndex} />
        </div>
      )}
      {group && !open && <GroupTexts id={id} />}
      {group && (
        <GroupToggle
          size={groupSize}
          votes={groupVotes}
          open={open}
          tabIndex={tabIndex}
          onToggle={onToggle}
        />
      )}
      {!hidden && item.reactions !== undefined && <Reactions item={item} tabIndex={tabIndex} />}
      <div className="sticker-foot">
        {author !== undefined && <StickerAuthor person={author} />}
        {parts.dateShown && <StickerDate at={item.created_at} />}
        {saveState !== undefined && <SaveStateMark state={saveState} tabIndex={tabIndex} />}
        <span className="end">
          {!hidden && (
            <button
              type="button"
              className="sticker-menu"
              data-sticker-menu=""
              aria-label={menu}
              {...tip(menu)}
              aria-haspopup="menu"
              tabIndex={tabIndex}
            >
              <svg viewBox="0 0 24 24" aria-hidden>
                <path d="M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m12 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m-6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
              </svg>
            </button>
          )}
          {!hidden && parts.mayReact && (
            <button
              type="button"
              className="sticker-menu reaction-add"
              data-reaction-add=""
              aria-label={react}
              {...tip(react)}
              aria-haspopup="true"
              aria-expanded={false}
              tabIndex={tabIndex}
            >
              <svg viewBox="0 0 24 24" aria-hidden>
                <path d="M10 4a8 8 0 1 0 8 8h-2a6 6 0 1 1-6-6zM7.500 9A1.500 1.500 0 1 0 7.500 12 1.500 1.500 0 0 0 7.500 9m5 0a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3M6.200 13.500a4.200 4.200 0 0 0 7.600 0zM18 2v3h-3v2h3v3h2V7h3V5h-3V2z" />
              </svg>
            </button>
          )}
          {/* A closed group shows one number of votes, the total; a press votes for its head. */}
          <Vote itemId={id} groupVotes={group && !open ? groupVotes : undefined} tabIndex={tabIndex} />
        </span>
      </div>
    </article>
  );
}

/** The section says once that its stickers are hidden; here only screen readers hear it. */
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

interface GroupToggleProps {
  /** Of the group, with its head. */
  size: number;
  votes: number | null;
  open: boolean;
  tabIndex: 0 | -1;
  onToggle: () => void;
}

function GroupToggle({ size, votes, open, tabIndex, onToggle }: GroupToggleProps) {
  const t = useT();
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

const shown = 3;

/** The texts of a closed group, a line each, so that voters see what it is about. */
function GroupTexts({ id }: { id: string }) {
  const t = useT();
  const ids = useChildIds(id);
  const more = ids.length - shown;
  return (
    <ul className="group-texts" aria-label={t("results.members")}>
      {ids.slice(0, shown).map((child) => (
        <GroupText key={child} id={child} />
      ))}
      {more > 0 && <li>{t("results.moreMembers", { count: more })}</li>}
    </ul>
  );
}

function GroupText({ id }: { id: string }) {
  const item = useItem(id);
  const hidden = item === undefined || item.hidden || item.title === null;
  useScrubHiddenText(hidden);
  // A hidden text keeps its line.
  return hidden ? (
    <li aria-hidden>
      <i />
    </li>
  ) : (
    <li dir="auto">{item.title}</li>
  );
}
