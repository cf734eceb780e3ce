import LeaderboardOutlined from "@mui/icons-material/LeaderboardOutlined";
import type { Item } from "@retro/contract/items";
import type { SectionStyle } from "@retro/contract/styles";
import { useBoardState, useFacilitation, useItem, usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { useSidePanel } from "../../../ui/panels/sidePanelState.ts";
import { useComposer } from "../composer/composer.ts";
import { columnForNew } from "../section/columnForNew.ts";
import { sectionCss } from "../card/stickerCss.ts";
import { useStickerActions, useStickerParts } from "../stickerActions.ts";
import { useCurrentSection } from "./currentSection.ts";

/** Without a meeting, of the section that is read: the field for a new sticker and, with a limit per section, the votes left. */
export function AddBar() {
  const id = useCurrentSection();
  const section = useItem(id ?? "");
  const permissions = usePermissions();
  const { votes } = useFacilitation().facilitator_options;
  // The section for actions has another field, for actions.
  if (section === undefined || section.holds === "actions") return null;
  const mayAdd = permissions.editStickers === null;
  const hasVotes = votes !== false && votes.limit > 0 && votes.item === "section";
  if (!mayAdd && !hasVotes) return null;
  return (
    <div className="add-bar" style={sectionCss((section.style as SectionStyle).self?.backgroundColor)}>
      {mayAdd && <AddButton section={section} />}
      {hasVotes && <Votes sectionId={section.id} />}
    </div>
  );
}

function Votes({ sectionId }: { sectionId: string }) {
  const t = useT();
  const { SectionVotesLeft } = useStickerParts();
  const { buttonProps } = useSidePanel("results");
  return (
    <div className="bar-votes">
      <SectionVotesLeft sectionId={sectionId} />
      <IconAction icon={LeaderboardOutlined} label={t("results.title")} {...buttonProps} />
    </div>
  );
}

function AddButton({ section: { id, title } }: { section: Item }) {
  const t = useT();
  return (
    <button type="button" className="add-button" {...useAddPress(id)}>
      <Plus />
      <span>{t("sections.addTo", { title: title ?? "" })}</span>
    </button>
  );
}

export function Plus() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
    </svg>
  );
}

/** Opens the field for the next sticker of the section. */
export function useAddPress(sectionId: string) {
  const actions = useStickerActions();
  const composer = useComposer();
  const columnId = useBoardState(({ view }) => columnForNew(view, sectionId));
  return {
    onPointerDown: () => {
      if (columnId !== null) composer.prepare(columnId);
    },
    onClick: () => actions.composeIn(sectionId),
  };
}
