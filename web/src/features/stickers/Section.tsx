import AddOutlined from "@mui/icons-material/AddOutlined";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import type { SectionStyle, StickerStyle } from "@retro/contract/entities";
import { memo } from "react";
import type { CSSProperties } from "react";
import { useBoardState, useChildIds, usePermissions, useItem } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { tip } from "../../ui/tip.ts";
import { useStickerActions } from "./stickerActions.ts";
import { sectionCss } from "./stickerCss.ts";
import { Sticker } from "./Sticker.tsx";
import { stickerCountsOf } from "./stickerCounts.ts";

interface Props {
  id: string;
  /** Columns of the grid of 12, on screens from 900 px; narrower screens show one section per row. */
  span: number;
}

/** A section: its header and its three columns. */
export const Section = memo(function Section({ id, span }: Props) {
  const section = useItem(id);
  const columns = useChildIds(id);
  const hasManyItems = useBoardState((state) => (state.view?.items.size ?? 0) > 250);
  const permissions = usePermissions();
  if (section === undefined) return null;
  const style = section.style as SectionStyle;
  const css = sectionCss(style.self?.backgroundColor);
  const spans = { "--span-wide": span } as CSSProperties;
  return (
    <section
      className="board-section"
      aria-labelledby={`section-${id}`}
      data-section={id}
      data-many={hasManyItems ? "" : undefined}
      data-tinted={css === undefined ? undefined : ""}
      style={{ ...spans, ...css }}
    >
      <SectionHeader id={id} title={section.title ?? ""} />
      <div className="columns">
        {columns.map((column, i) => (
          <Column
            key={column}
            id={column}
            number={i + 1}
            sectionStyle={style.item}
            mayAdd={permissions.editStickers === null}
          />
        ))}
      </div>
    </section>
  );
});

function SectionHeader({ id, title }: { id: string; title: string }) {
  const t = useT();
  const count = useBoardState((state) => stickerCountsOf(state.view).perSection.get(id) ?? 0);
  const permissions = usePermissions();
  const actions = useStickerActions();
  return (
    <header className="section-head">
      <h2 id={`section-${id}`} {...tip(title)}>
        {title}
      </h2>
      <span className="section-count" {...tip(t("boards.stickers", { count }))}>
        <span aria-hidden>{count}</span>
        <span className="sr-only">{t("boards.stickers", { count })}</span>
      </span>
      <IconAction
        label={t("stickers.add")}
        size="small"
        disabled={permissions.editStickers !== null}
        onClick={() => actions.addToSection(id)}
      >
        <AddOutlined fontSize="small" />
      </IconAction>
      <IconAction
        label={t("sections.menu")}
        size="small"
        aria-haspopup="menu"
        disabled={permissions.editBoard !== null}
        onClick={(event) => actions.openSectionMenu(id, event.currentTarget)}
      >
        <MoreHorizOutlined fontSize="small" />
      </IconAction>
    </header>
  );
}

interface ColumnProps {
  id: string;
  number: number;
  sectionStyle: StickerStyle | undefined;
  mayAdd: boolean;
}

const Column = memo(function Column({ id, number, sectionStyle, mayAdd }: ColumnProps) {
  const t = useT();
  const ids = useChildIds(id);
  const actions = useStickerActions();
  const hint = matchMedia("(pointer: coarse)").matches
    ? t("stickers.emptyColumnTouch")
    : t("stickers.emptyColumn");
  return (
    <div className="column" data-column={id}>
      <ul aria-label={t("stickers.column", { column: number })} data-list={id} data-hint={mayAdd ? hint : ""}>
        {ids.map((sticker) => (
          <Sticker key={sticker} id={sticker} sectionStyle={sectionStyle} />
        ))}
      </ul>
      {mayAdd && (
        <button
          type="button"
          className="add-tile"
          aria-label={t("stickers.addToColumn", { column: number })}
          {...tip(t("stickers.addToColumn", { column: number }))}
          onClick={() => actions.add(id)}
        >
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
          </svg>
        </button>
      )}
    </div>
  );
});
