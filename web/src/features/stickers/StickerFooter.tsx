import { showsAvatar } from "@retro/rules/permissions";
import { useItemState } from "../../board-state/boardHooks.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "../../ui/initials.ts";
import { tip } from "../../ui/tip.ts";
import { saveStatesOf } from "./stickerCounts.ts";

/** The author's avatar, if the avatar options show it (spec 3.9 and 4.5). */
export function StickerAuthor({ id, userId }: { id: string; userId: string | null }) {
  const t = useT();
  const person = useItemState(id, ({ people, view }) => {
    const author = people.get(userId ?? "");
    const option = view?.facilitation.facilitator_options.avatars ?? false;
    return author !== undefined && showsAvatar(option, author.options) ? author : undefined;
  });
  if (person === undefined) return null;
  const { color } = person.options;
  const label = t("stickers.author", { name: person.name });
  return (
    <span
      className="person-dot"
      role="img"
      aria-label={label}
      {...tip(person.name)}
      style={{ backgroundColor: color, color: textColorOn(color) }}
    >
      {initialsOf(person.name)}
    </span>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();
function dateFormatOf(locale: string, withDay: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${withDay}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      ...(withDay && { day: "numeric", month: "short" }),
    });
    formats.set(key, found);
  }
  return found;
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}

/** The sticker's creation time, while the facilitator shows it: the time, with the date unless it is today. */
export function StickerDate({ id, at }: { id: string; at: string }) {
  const locale = useLocale();
  const shown = useItemState(
    id,
    (state) => state.view?.facilitation.facilitator_options.showStickerDate ?? false,
  );
  if (!shown) return null;
  const date = new Date(at);
  return (
    <time dateTime={at} {...tip(date.toLocaleString(locale))}>
      {dateFormatOf(locale, !isToday(date)).format(date)}
    </time>
  );
}

/** The mark for saving, waiting or failed: a dot, a clock or a red mark, each with a text. */
export function SaveStateMark({ id, tabIndex }: { id: string; tabIndex: 0 | -1 }) {
  const t = useT();
  const state = useItemState(id, (board) => saveStatesOf(board.pending).get(id));
  if (state === undefined) return null;
  const word = t(`stickers.${state}`);
  if (state === "failed")
    return (
      <button
        type="button"
        className="sticker-mark"
        tabIndex={tabIndex}
        data-state={state}
        data-failed-mark=""
        aria-haspopup="menu"
        aria-label={t("stickers.failedMenu")}
        {...tip(word)}
      />
    );
  return <span className="sticker-mark" data-state={state} role="img" aria-label={word} {...tip(word)} />;
}
