import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { userQuery } from "../../api/user.ts";
import { BoardProvider, useBoardState } from "../../board-state/boardHooks.ts";
import { BoardContent } from "../../features/boards/BoardContent.tsx";
import { ConnectionIndicator } from "../../features/boards/ConnectionIndicator.tsx";
import { DownloadMenu } from "../../features/exports/DownloadMenu.tsx";
import { Presence } from "../../features/people/Presence.tsx";
import { RestrictionsBar } from "../../features/facilitation/RestrictionsBar.tsx";
import { BoardAnnouncer } from "../../features/stickers/BoardAnnouncer.tsx";
import { UnsavedChanges } from "../../features/stickers/UnsavedChanges.tsx";
import { Section } from "../../features/stickers/Section.tsx";
import { StickerBoard } from "../../features/stickers/StickerBoard.tsx";
import { VoteButton } from "../../features/votes/VoteButton.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { prefetchChunks } from "../../ui/chunks.ts";
import { BoardSkeleton } from "../../ui/Skeletons.tsx";
import { FooterStatus } from "../layouts/shellPortals.tsx";
import { keepAssetsOffline } from "../serviceWorker.ts";
import { BoardFacilitation, ControlsPlaceholder } from "./BoardFacilitation.tsx";

/**
 * The board, composed from the features' components. If the board cannot be loaded, it goes to the error route with the status (spec 8.1).
 */
export function BoardScreen() {
  const { id = "" } = useParams();
  const queries = useQueryClient();
  return (
    <BoardProvider
      key={id}
      boardId={id}
      onSessionEnded={() => void queries.invalidateQueries({ queryKey: userQuery.queryKey })}
    >
      <BoardScreenContent />
    </BoardProvider>
  );
}

function BoardScreenContent() {
  const { id = "" } = useParams();
  const failure = useBoardState((state) => state.failure);
  const title = useBoardState((state) => state.view?.details.title ?? null);
  useTitle(title ?? "Retro");
  const loaded = title !== null;
  useEffect(() => {
    if (loaded) void prefetchChunks().then(keepAssetsOffline);
  }, [loaded]);
  if (failure !== null)
    return <Navigate to={paths.error(failure.status > 0 ? failure.status : 500)} replace />;
  if (title === null)
    return (
      <>
        <ControlsPlaceholder />
        <BoardSkeleton />
      </>
    );
  return (
    <>
      <BoardFacilitation />
      <BoardAnnouncer />
      <FooterStatus>
        <ConnectionIndicator />
      </FooterStatus>
      <StickerBoard Vote={VoteButton}>
        <BoardContent
          Section={Section}
          download={<DownloadMenu boardId={id} />}
          people={<Presence />}
          notice={
            <>
              <UnsavedChanges />
              <RestrictionsBar />
            </>
          }
        />
      </StickerBoard>
    </>
  );
}
