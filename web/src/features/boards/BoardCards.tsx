import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { boardListRow } from "@retro/contract/entities";
import type { BoardListRow } from "@retro/contract/entities";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useUser } from "../../api/user.ts";
import { listStoredBoards } from "../../board-state/storedBoards.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";

const Grid = styled("ul")({
  display: "grid",
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: "none",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(260px, 100%), 1fr))",
});
const Card = styled(Link)(({ theme }) => ({
  display: "flex",
  flexDirection: "column",
  gap: 4,
  minHeight: 136,
  height: "100%",
  padding: 16,
  borderRadius: 12,
  color: "inherit",
  textDecoration: "none",
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  transition: "border-color 100ms ease-out, box-shadow 100ms ease-out",
  "&:hover": { borderColor: theme.vars.palette.primary.main, boxShadow: "0 2px 8px rgb(0 0 0 / 0.08)" },
}));
const Title = styled("span")(({ theme }) => ({
  ...theme.typography.subtitle1,
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
}));
const People = styled("span")({
  display: "flex",
  gap: 4,
  marginTop: "auto",
  paddingTop: 12,
  minHeight: 40,
});
const EmptyFrame = styled("div")(({ theme }) => ({
  border: `1px dashed ${theme.vars.palette.divider}`,
  borderRadius: 12,
}));

/** The boards that the user created or opened, newest first. */
export function BoardCards() {
  const t = useT();
  const { data, error } = useQuery({
    queryKey: ["boards", "mine"],
    queryFn: ({ signal }) =>
      api.get<BoardListRow[]>("boards?mine=1&per_page=24", { schema: z.array(boardListRow), signal }),
    staleTime: 0,
  });
  if (error !== null) return <StoredBoards />;
  if (data === undefined) return <CardSkeletons count={4} height={136} min={260} />;
  if (data.length === 0) {
    return (
      <EmptyFrame>
        <EmptyState title={t("boards.empty")}>{t("boards.emptyHint")}</EmptyState>
      </EmptyFrame>
    );
  }
  return (
    <Grid>
      {data.map((board) => (
        <li key={board.id}>
          <BoardCard board={board} />
        </li>
      ))}
    </Grid>
  );
}

/** The boards stored on this device, shown when the list cannot be fetched. They open without a network. */
function StoredBoards() {
  const t = useT();
  const user = useUser();
  const { data = [] } = useQuery({
    queryKey: ["boards", "kept", user.id],
    queryFn: () => listStoredBoards(user.id),
    staleTime: 0,
  });
  return (
    <>
      <Typography color="textSecondary" role="status" sx={{ mb: data.length === 0 ? 0 : 4 }}>
        {t(data.length === 0 ? "boards.failed" : "boards.kept")}
      </Typography>
      <Grid>
        {data.map((board) => (
          <li key={board.id}>
            <BoardCard
              board={{
                id: board.id,
                title: board.head.title,
                section_count: board.items.filter(({ kind }) => kind === "section").length,
                sticker_count: board.items.filter(({ kind }) => kind === "sticker").length,
                visited_at: new Date(board.at).toISOString(),
              }}
            />
          </li>
        ))}
      </Grid>
    </>
  );
}

function BoardCard({ board }: { board: BoardListRow }) {
  const t = useT();
  const locale = useLocale();
  const date = board.visited_at === undefined ? undefined : new Date(board.visited_at);
  const counts = [
    t("boards.sections", { count: board.section_count }),
    t("boards.stickers", { count: board.sticker_count }),
  ].join(" · ");
  return (
    <Card to={paths.board(board.id)}>
      <Title>{board.title}</Title>
      <Typography component="span" variant="caption" color="textSecondary">
        {counts}
      </Typography>
      {date !== undefined && (
        <Typography component="time" variant="caption" color="textSecondary" dateTime={board.visited_at}>
          {new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(date)}
        </Typography>
      )}
      <People>
        {board.people?.map((person) => (
          <Avatar
            key={person.name + person.options.color}
            name={person.name}
            color={person.options.color}
            size={24}
          />
        ))}
      </People>
    </Card>
  );
}
