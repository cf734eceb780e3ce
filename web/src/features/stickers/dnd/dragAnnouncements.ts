import type { BoardView } from "@retro/rules/apply-change";
import { translate } from "../../../i18n/i18n.ts";
import { externalStore, type ExternalStore } from "../../../ui/externalStore.ts";
import { areSingleKeysOn } from "../../../ui/focus/singleKeys.ts";
import { shortTitle } from "../boardQueries.ts";
import { describePlace, type DropTarget } from "./dropTarget.ts";

/** What a screen reader announces during a drag. */
export interface DragAnnouncements {
  text: ExternalStore<string>;
  pickedUp: () => void;
  /** The drag would now end at this target. */
  target: (view: BoardView, draggedId: string, target: DropTarget) => void;
  dropped: (view: BoardView, target: DropTarget) => void;
  cancelled: () => void;
  /** Removes the text if it contains the title of a sticker that is now hidden from this user. */
  scrubHidden: (view: BoardView | null) => void;
}

export function createDragAnnouncements(): DragAnnouncements {
  const text = externalStore("");
  /** The sticker whose title was last announced. */
  let announcedId: string | null = null;

  function announce(next: string, about: string | null = null): void {
    announcedId = about;
    text.set(next);
  }

  return {
    text,
    pickedUp: () =>
      announce(translate(areSingleKeysOn() ? "stickers.dnd.picked" : "stickers.dnd.pickedNoLetters")),
    target(view, draggedId, target) {
      if (target.kind === "group") {
        const title = shortTitle(view.items.get(target.onto));
        announce(translate("stickers.dnd.onto", { title }), target.onto);
        return;
      }
      const { group, section, column, place, places } = describePlace(view, draggedId, target);
      if (group === null) announce(translate("stickers.dnd.between", { section, column, place, places }));
      else announce(translate("stickers.dnd.inGroup", { title: shortTitle(group), place, places }), group.id);
    },
    dropped(view, target) {
      if (target.kind === "group") {
        const title = shortTitle(view.items.get(target.onto));
        announce(translate("stickers.dnd.droppedInto", { title }), target.onto);
      } else announce(translate("stickers.dnd.dropped"));
    },
    cancelled: () => announce(translate("stickers.dnd.cancelled")),
    scrubHidden(view) {
      if (announcedId !== null && view?.items.get(announcedId)?.hidden === true) announce("");
    },
  };
}
