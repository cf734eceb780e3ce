import AddOutlined from "@mui/icons-material/AddOutlined";
import CloseFullscreenOutlined from "@mui/icons-material/CloseFullscreenOutlined";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import OpenInFullOutlined from "@mui/icons-material/OpenInFullOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import type { SectionStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { memo } from "react";
import type { CSSProperties } from "react";
import { useBoardState, useChildIds, usePermissions, useItem } from "../../../board-state/boardHooks.ts";
import { childIds } from "../../../board-state/view/childIds.ts";
import { countOpenActions } from "../../../board-state/view/countOpenActions.ts";
import { useT } from "../../../i18n/useT.ts";
import { useBodyMark } from "../../../ui/device/bodyMark.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { InlineTitle } from "../../../ui/controls/InlineTitle.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { columnAtEnd } from "../boardQueries.ts";
import { columnForNew } from "./columnForNew.ts";
import { Column } from "./Column.tsx";
import { showSticker } from "../keyboard/stickerFocus.ts";
import { focusSection, showAllSections, useIsFocusedSection } from "./sectionFocus.ts";
import { useStickerActions, useStickerParts } from "../stickerActions.ts";
import { sectionCss } from "../card/stickerCss.ts";
import { stickerCountsOf } from "../card/stickerCounts.ts";
import { useRenameItem } from "./useRenameItem.ts";

interface Props {
  id: string;
  /** Columns of the grid of 12, on screens from 900 px; narrower screens show one section per row. */
  span: number;
  limit: number;
}

export const Section = memo(function Section({ id, span, limit }: Props) {
  const section = useItem(id);
  const columns = useChildIds(id);
  const hasManyItems = useBoardState((state) => (state.view?.items.size ?? 0) > 250);
  const empty = useBoardState((state) => !stickerCountsOf(state.view).perSection.get(id));
  const columnAtListEnd = useBoardState((state) => columnAtEnd(state.view, id));
  const columnOfNext = useBoardState((state) => columnForNew(state.view, id));
  const permissions = usePermissions();
  const focused = useIsFocusedSection(id);
  const { Actions, Empty } = useStickerParts();
  const holdsActions = section?.holds === "actions";
  const filled = useBoardState(({ view }) =>
    holdsActions && view !== null
      ? columns.filter((column) => childIds(view.items, column).length > 0).join(" ")
      : null,
  );
  useBodyMark("one-section", focused && section !== undefined);
  if (section === undefined) return null;
  const style = section.style as SectionStyle;
  const css = sectionCss(style.self?.backgroundColor);
  const spans = { "--span-wide": span } as CSSProperties;
  return (
    <section
      className="board-section"
      aria-labelledby={`section-${id}`}
      data-section={id}
      data-focused={focused ? "" : undefined}
      data-many={hasManyItems ? "" : undefined}
      data-holds={section.holds}
      data-tinted={css === undefined ? undefined : ""}
      style={{ ...spans, ...css }}
    >
      <SectionHeader id={id} title={section.title ?? ""} holdsActions={holdsActions} />
      {holdsActions ? <Actions onShow={showSticker} /> : empty && <Empty title={section.title ?? ""} />}
      {/* The section for actions draws its columns only with stickers in them [D6]. */}
      <div className="columns" hidden={filled === ""}>
        {(filled === null ? columns : columns.filter((column) => filled.includes(column))).map(
          (column, i) => (
            <Column
              key={column}
              id={column}
              number={i + 1}
              limit={limit}
              atEnd={column === columnAtListEnd}
              evenIn={column === columnOfNext ? id : null}
              sectionStyle={style.item}
              refusal={permissions.editStickers}
            />
          ),
        )}
      </div>
    </section>
  );
});

interface HeaderProps {
  id: string;
  title: string;
  holdsActions: boolean;
}

function SectionHeader({ id, title, holdsActions }: HeaderProps) {
  const t = useT();
  const count = useBoardState((state) => stickerCountsOf(state.view).perSection.get(id) ?? 0);
  const openActions = useBoardState((state) => (holdsActions ? countOpenActions(state) : 0));
  const counted = [
    ...(holdsActions ? [t("actions.titleCount", { count: openActions })] : []),
    ...(count > 0 || !holdsActions ? [t("boards.stickers", { count })] : []),
  ].join(", ");
  const permissions = usePermissions();
  const actions = useStickerActions();
  const { SectionVotesLeft } = useStickerParts();
  const rename = useRenameItem(id, "title");
  return (
    <header className="section-head">
      <InlineTitle
        as="h2"
        id={`section-${id}`}
        title={title}
        editable={permissions.editBoard === null}
        label={t("sections.titleOf")}
        max={limits.sectionTitle}
        rename={rename}
      />
      <span className="section-count" {...tip(counted)}>
        <span aria-hidden>{count + openActions}</span>
        <span className="sr-only">{counted}</span>
      </span>
      <HiddenMark id={id} />
      <SectionVotesLeft sectionId={id} />
      <FocusButton id={id} title={title} />
      <IconAction
        icon={AddOutlined}
        label={t("stickers.add")}
        size="small"
        disabled={permissions.editStickers !== null}
        onClick={() => actions.addToSection(id)}
      />
      <IconAction
        icon={MoreHorizOutlined}
        label={t("sections.menu")}
        size="small"
        aria-haspopup="menu"
        disabled={permissions.editBoard !== null}
        onClick={(event) => actions.openSectionMenu(id, event.currentTarget)}
      />
    </header>
  );
}

function HiddenMark({ id }: { id: string }) {
  const t = useT();
  if (!useBoardState((state) => stickerCountsOf(state.view).withHidden.has(id))) return null;
  return (
    <span className="section-hidden" {...tip(t("stickers.hidden"))}>
      <VisibilityOffOutlined />
      <span>{t("stickers.hidden")}</span>
    </span>
  );
}

/** Shows the section alone, or all sections again. It is the same button, so that it keeps the focus. */
function FocusButton({ id, title }: { id: string; title: string }) {
  const t = useT();
  const focused = useIsFocusedSection(id);
  return (
    <IconAction
      icon={focused ? CloseFullscreenOutlined : OpenInFullOutlined}
      className="focus-section"
      label={t(focused ? "sections.showAll" : "sections.focus")}
      size="small"
      onClick={() => (focused ? showAllSections() : focusSection(id, title))}
    />
  );
}
