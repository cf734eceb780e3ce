import type { BoardView } from "@retro/rules/apply-change";
import { translate } from "../../../i18n/i18n.ts";
import { externalStore } from "../../../ui/externalStore.ts";
import { areSingleKeysOn } from "../../../ui/focus/singleKeys.ts";
import { shortTitle } from "../boardQueries.ts";
import { describePlace, type DropTarget } from "./dropTarget.ts";

export class DragAnnouncements {
  readonly text = externalStore("");
  #announcedId: string | null = null;

  pickedUp(): void {
    this.#announce(translate(areSingleKeysOn() ? "stickers.dnd.picked" : "stickers.dnd.pickedNoLetters"));
  }

  target(view: BoardView, draggedId: string, target: DropTarget): void {
    if (target.kind === "group") return this.#announceGroup("stickers.dnd.onto", view, target.onto);
    if (target.kind === "actions") {
      const section = view.items.get(target.sectionId)?.title ?? "";
      return this.#announce(translate("stickers.dnd.asAction", { section }));
    }
    const { group, section, column, place, places } = describePlace(view, draggedId, target);
    if (group === null)
      return this.#announce(translate("stickers.dnd.between", { section, column, place, places }));
    const title = shortTitle(group);
    return this.#announce(translate("stickers.dnd.inGroup", { title, place, places }), group.id);
  }

  dropped(view: BoardView, target: DropTarget): void {
    if (target.kind === "group") this.#announceGroup("stickers.dnd.droppedInto", view, target.onto);
    else this.#announce(translate("stickers.dnd.dropped"));
  }

  cancelled(): void {
    this.#announce(translate("stickers.dnd.cancelled"));
  }

  scrubHidden(view: BoardView | null): void {
    if (this.#announcedId !== null && view?.items.get(this.#announcedId)?.hidden === true) this.#announce("");
  }

  #announceGroup(key: "stickers.dnd.onto" | "stickers.dnd.droppedInto", view: BoardView, id: string): void {
    this.#announce(translate(key, { title: shortTitle(view.items.get(id)) }), id);
  }

  #announce(text: string, about: string | null = null): void {
    this.#announcedId = about;
    this.text.set(text);
  }
}
