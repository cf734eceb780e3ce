import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { userQuery } from "../../api/user.ts";
import { BoardProvider, useBoardState } from "../../board-state/hooks.ts";
import { BoardScreen as BoardHeadAndSections } from "../../features/boards/BoardScreen.tsx";
import { ConnectionMark } from "../../features/boards/ConnectionMark.tsx";
import { DownloadMenu } from "../../features/exports/DownloadMenu.tsx";
import { Presence } from "../../features/people/Presence.tsx";
import { RestrictionsBar } from "../../features/session/RestrictionsBar.tsx";
import { Announcer } from "../../features/stickers/Announcer.tsx";
import { FailedEntries } from "../../features/stickers/FailedEntries.tsx";
import { Section } from "../../features/stickers/Section.tsx";
import { StickerBoard } from "../../features/stickers/StickerBoard.tsx";
import { VoteButton } from "../../features/votes/VoteButton.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { prefetchChunks } from "../../ui/chunk.ts";
import { BoardSkeleton } from "../../ui/Skeletons.tsx";
import { FooterStatus } from "../layouts/shellSlots.tsx";
import { keepAssetsOffline } from "../serviceWorker.ts";
import { BoardSession, ControlsToCome } from "./BoardSession.tsx";

/** The board: composes what the features draw. A board that cannot be loaded leads to the error route with the status. */
export function BoardScreen() {
  const { id = "" } = useParams();
  const queries = useQueryClient();
  return (
    <BoardProvider
      key={id}
      boardId={id}
      onSessionEnded={() => void queries.invalidateQueries({ queryKey: userQuery.queryKey })}
    >
      <OpenBoard />
    </BoardProvider>
  );
}

function OpenBoard() {
  const { id = "" } = useParams();
  const failure = useBoardState((state) => state.failure);
  const title = useBoardState((state) => state.view?.head.title ?? null);
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
        <ControlsToCome />
        <BoardSkeleton />
      </>
    );
  return (
    <>
      <BoardSession />
      <Announcer />
      <FooterStatus>
        <ConnectionMark />
      </FooterStatus>
      <StickerBoard Vote={VoteButton}>
        <BoardHeadAndSections
          Section={Section}
          download={<DownloadMenu boardId={id} />}
          people={<Presence />}
          notice={
            <>
              <FailedEntries />
              <RestrictionsBar />
            </>
          }
        />
      </StickerBoard>
    </>
  );
}
