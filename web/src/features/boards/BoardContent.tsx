import InfoOutlined from "@mui/icons-material/InfoOutlined";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import { styled } from "@mui/material/styles";
import { sectionWidths } from "@retro/rules/grid";
import { useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useBoardState, useChildIds, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { tip } from "../../ui/tip.ts";
import { lazyPart } from "../../ui/lazy.tsx";

const EditBoardDialog = lazyPart(() => import("./EditBoardDialog.tsx"), "EditBoardDialog");

const Header = styled("header")({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4px 16px",
  minHeight: 40,
  marginBottom: 12,
  "& .name": { display: "flex", alignItems: "center", gap: 4, minWidth: 0, flex: "1 1 240px" },
  "& .end": { display: "flex", alignItems: "center", gap: 8, marginLeft: "auto" },
});
const Title = styled("h1")(({ theme }) => ({
  ...theme.typography.h1,
  margin: 0,
  marginRight: 4,
  minWidth: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  // On a phone the title does not fit on one line with the buttons.
  [theme.breakpoints.down("sm")]: {
    whiteSpace: "normal",
    display: "-webkit-box",
    WebkitLineClamp: 2,
    WebkitBoxOrient: "vertical",
    fontSize: "1.125rem",
    lineHeight: "24px",
  },
}));
const Grid = styled("div")(({ theme }) => ({
  // The board's surface reaches the footer even when it has little content.
  flex: 1,
  display: "grid",
  gridTemplateColumns: "repeat(12, minmax(0, 1fr))",
  gap: 16,
  alignItems: "stretch",
  [theme.breakpoints.down("sm")]: { gap: 12 },
}));

interface Props {
  Section: ComponentType<{ id: string; span: number }>;
  /** The download menu. */
  download?: ReactNode;
  /** The avatars of those present. */
  people: ReactNode;
  /** Content between header and sections: notices. */
  notice?: ReactNode;
}

/** The board's header and the grid of its sections (spec 2.16 and 2.18). */
export function BoardContent({ Section, download, people, notice }: Props) {
  const t = useT();
  const head = useBoardState((state) => state.view?.details);
  const sections = useChildIds(null);
  const permissions = usePermissions();
  const [editing, setEditing] = useState(false);
  const widths = useMemo(() => sectionWidths(sections.length), [sections.length]);
  if (head === undefined) return null;
  return (
    <>
      <Header>
        <div className="name">
          <Title {...tip(head.title)}>{head.title}</Title>
          {head.description !== "" && (
            <IconAction label={head.description} size="small" data-testid="board-description">
              <InfoOutlined fontSize="small" />
            </IconAction>
          )}
          {download}
        </div>
        <div className="end">
          {people}
          <IconAction
            label={t("board.settings")}
            disabled={permissions.editBoard !== null}
            onClick={() => setEditing(true)}
          >
            <SettingsOutlined />
          </IconAction>
        </div>
      </Header>
      {notice}
      <Grid>
        {sections.map((id, i) => (
          <Section key={id} id={id} span={widths[i] ?? 12} />
        ))}
      </Grid>
      {editing && <EditBoardDialog onClose={() => setEditing(false)} />}
    </>
  );
}
