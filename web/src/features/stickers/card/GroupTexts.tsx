import { useChildIds, useItem } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useScrubHiddenText } from "../../../ui/device/scrubHiddenText.ts";

const shown = 3;

/** What a closed group holds below its head, a line each: who votes for it knows what it is about. */
export function GroupTexts({ id }: { id: string }) {
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
