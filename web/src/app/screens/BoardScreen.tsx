import { board as boardSchema } from "@retro/contract/entities";
import type { Board } from "@retro/contract/entities";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { api, ApiError } from "../../api/client.ts";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { BoardSkeleton } from "../../ui/Skeletons.tsx";

/** The board: composes what the features draw. A board that cannot be loaded leads to the error route with the status. */
export function BoardScreen() {
  const { id = "" } = useParams();
  const { data, error } = useQuery({
    queryKey: ["board", id],
    queryFn: ({ signal }) =>
      api.get<Board>(`boards/${encodeURIComponent(id)}`, { schema: boardSchema, signal }),
  });
  useTitle(data?.title ?? "Retro");
  if (error !== null) {
    return (
      <Navigate
        to={paths.error(error instanceof ApiError && error.status > 0 ? error.status : 500)}
        replace
      />
    );
  }
  if (data === undefined) return <BoardSkeleton />;
  return <Typography variant="h1">{data.title}</Typography>;
}
