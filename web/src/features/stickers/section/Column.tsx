import type { StickerStyle } from "@retro/contract/styles";
import type { PersonInfo } from "@retro/contract/users";
import type { RefusalCode } from "@retro/rules/permissions";
import { Activity, memo, useSyncExternalStore } from "react";
import { useChildIds, useItemState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { ColumnComposer } from "../composer/ColumnComposer.tsx";
import { useComposer } from "../composer/composer.ts";
import { useIsLane } from "../lanes/lanes.ts";
import { useFocusInList, useTabStop } from "../keyboard/rovingFocus.ts";
import { Sticker } from "../card/Sticker.tsx";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "../../../ui/display/initials.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { writersText } from "../composer/writersText.ts";
import { useStickerActions } from "../stickerActions.ts";
import { columnDraft } from "../saving/stickerDraft.ts";

interface Props {
  id: string;
  number: number;
  limit: number;
  /** A phone shows the columns as one list, which ends here. */
  atEnd: boolean;
  /** The section, in the column of its next sticker: its tile names no column [L2]. */
  evenIn: string | null;
  sectionStyle: StickerStyle | undefined;
  /** Why the user may not add stickers now; null: they may. */
  refusal: RefusalCode;
}

export const Column = memo(function Column({
  id,
  number,
  limit,
  atEnd,
  evenIn,
  sectionStyle,
  refusal,
}: Props) {
  const t = useT();
  const ids = useChildIds(id);
  const shown = ids.slice(0, limit);
  const stop = useTabStop(id, ids);
  useFocusInList(id, ids);
  const { column, next } = useComposer();
  const composing = useSyncExternalStore(column.subscribe, () => column.get() === id);
  const pressed = useSyncExternalStore(next.subscribe, () => next.get() === id);
  const { drafts } = useBoardStore();
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.get(id) !== null);
  const lane = useIsLane(id);
  const hint = t("stickers.emptyColumn");
  return (
    <div
      className="column"
      data-column={id}
      data-empty={shown.length === 0 && !composing && !hasDraft ? "" : undefined}
      data-lane={lane ? "" : undefined}
      data-end={atEnd ? "" : undefined}
      data-next={evenIn === null ? undefined : ""}
      data-refused={refusal === null ? undefined : ""}
    >
      <ul aria-label={t("stickers.column", { column: number })} data-list={id} data-hint={hint}>
        {shown.map((sticker) => (
          <Sticker
            key={sticker}
            id={sticker}
            columnId={id}
            stop={stop?.at(-1) === sticker ? stop : null}
            sectionStyle={sectionStyle}
          />
        ))}
        {/* Styles ask whether a list is empty: nothing is prepared in one that is. */}
        {(composing || (pressed && shown.length > 0)) && (
          <Activity mode={composing ? "visible" : "hidden"}>
            <li>
              <ColumnComposer
                columnId={id}
                number={number}
                sectionStyle={sectionStyle}
                refusal={refusal}
                count={ids.length}
              />
            </li>
          </Activity>
        )}
      </ul>
      {!composing && refusal === null && <AddTile columnId={id} number={number} evenIn={evenIn} />}
      {/* Nothing moves when the facilitator stops and allows editing: the plus keeps its space. */}
      {!composing && refusal !== null && <span className="add-tile" aria-hidden />}
      <ColumnWriters columnId={id} />
    </div>
  );
});

const maxDots = 3;

/** Never what they write [H7]. It lies over the column's foot, so nothing moves. */
function ColumnWriters({ columnId }: { columnId: string }) {
  const t = useT();
  const writers = useItemState(columnId, (state) => state.writing.get(columnId));
  const people = useItemState(columnId, (state) => (state.writing.has(columnId) ? state.people : null));
  if (writers === undefined || people === null) return null;
  const known = writers.map((id) => ({ id, person: people.get(id) }));
  const text = writersText(
    t,
    known.map(({ person }) => person?.name ?? null),
  );
  return (
    <div className="column-writers">
      <p {...tip(text)}>
        {known.slice(0, maxDots).map(({ id, person }) => (
          <WriterDot key={id} person={person} />
        ))}
        <span className="column-writers-text">{text}</span>
      </p>
    </div>
  );
}

function WriterDot({ person }: { person: PersonInfo | undefined }) {
  if (person === undefined) return <span className="person-dot" data-initials="…" aria-hidden />;
  const { color } = person.options;
  return (
    <span
      className="person-dot"
      data-initials={initialsOf(person.name)}
      aria-hidden
      style={{ backgroundColor: color, color: textColorOn(color) }}
    />
  );
}

/** While the column has an unsent text, it shows that text. */
function AddTile({ columnId, number, evenIn }: Pick<Props, "number" | "evenIn"> & { columnId: string }) {
  const t = useT();
  const { drafts } = useBoardStore();
  const composer = useComposer();
  const actions = useStickerActions();
  const draft = useSyncExternalStore(drafts.subscribe, () => columnDraft(drafts, columnId).title || null);
  const label = t("stickers.addToColumn", { column: number });
  // The name contains the visible text, so that users can say what they read.
  const name = draft === null ? label : `${label}. ${t("composer.draft")} ${draft}`;
  return (
    <button
      type="button"
      className="add-tile"
      data-draft={draft === null ? undefined : ""}
      aria-label={name}
      {...tip(label)}
      onPointerDown={() => composer.prepare(columnId)}
      onClick={() => (evenIn === null ? actions.compose(columnId) : actions.composeIn(evenIn))}
    >
      {draft === null ? (
        <>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
          </svg>
          <span className="words" data-words={t("stickers.emptyColumn")} />
        </>
      ) : (
        <span>
          <b>{t("composer.draft")}</b> {draft}
        </span>
      )}
    </button>
  );
}
