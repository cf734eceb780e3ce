import type { StickerStyle } from "@retro/contract/entities";
import type { RefusalCode } from "@retro/rules/permissions";
import { Activity, memo, useSyncExternalStore } from "react";
import { useChildIds } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { AddTile } from "./AddTile.tsx";
import { ColumnComposer } from "../composer/ColumnComposer.tsx";
import { ColumnWriters } from "../composer/ColumnWriters.tsx";
import { useComposer } from "../composer/composer.ts";
import { useIsLane } from "../lanes/lanes.ts";
import { useFocusInList, useTabStop } from "../keyboard/rovingFocus.ts";
import { Sticker } from "../card/Sticker.tsx";

interface Props {
  id: string;
  number: number;
  limit: number;
  /** A phone shows the columns as one list, which ends here. */
  atEnd: boolean;
  sectionStyle: StickerStyle | undefined;
  /** Why the user may not add stickers now; null: they may. */
  refusal: RefusalCode;
}

export const Column = memo(function Column({ id, number, limit, atEnd, sectionStyle, refusal }: Props) {
  const t = useT();
  const ids = useChildIds(id);
  const shown = ids.slice(0, limit);
  const stop = useTabStop(id, ids);
  useFocusInList(id, ids);
  const { column, next } = useComposer();
  const composing = useSyncExternalStore(column.subscribe, () => column.get() === id);
  const pressed = useSyncExternalStore(next.subscribe, () => next.get() === id);
  const lane = useIsLane(id);
  const hint = t("stickers.emptyColumn");
  return (
    <div
      className="column"
      data-column={id}
      data-empty={shown.length === 0 && !composing ? "" : undefined}
      data-lane={lane ? "" : undefined}
      data-end={atEnd ? "" : undefined}
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
      {!composing && refusal === null && <AddTile columnId={id} number={number} />}
      {/* Nothing moves when the facilitator stops and allows editing: the plus keeps its space. */}
      {!composing && refusal !== null && <span className="add-tile" aria-hidden />}
      <ColumnWriters columnId={id} />
    </div>
  );
});
