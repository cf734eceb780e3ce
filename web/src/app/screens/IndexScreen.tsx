import type { BoardListRow } from "@retro/contract/entities";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { navigate } from "../../routes/router.tsx";
import { configQuery } from "../../api/config.ts";
import { useUser } from "../../api/user.ts";
import { BoardsHome } from "../../features/boards/home/BoardsHome.tsx";
import { ImportButton } from "../../features/exports/import/ImportButton.tsx";
import { TeamSpaces } from "../../features/spaces/home/TeamSpaces.tsx";
import { TemplateCards } from "../../features/templates/TemplateCards.tsx";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { endNewBoardOffer, isNewBoardOffered } from "../newBoardOffer.ts";

const MoveToSpaceDialog = lazyPart(
  () => import("../../features/spaces/MoveToSpaceDialog.tsx"),
  "MoveToSpaceDialog",
);

const SignInFirst = lazyPart(() => import("./SignInFirst.tsx"), "SignInFirst", { prefetch: false });

export function IndexScreen() {
  const [offerNewBoard] = useState(isNewBoardOffered);
  useTitle("Retro");
  const [moved, setMoved] = useState<BoardListRow | null>(null);
  const { data: config } = useQuery(configQuery);
  const [askToSignIn, setAskToSignIn] = useState(false);
  const mayMake = useUser().role !== "anonymous" || config?.signIn?.guests !== "boards";
  const open = (id: string) => navigate(paths.board(id));
  return (
    <>
      <BoardsHome
        mayMake={mayMake}
        onMayNotMake={() => setAskToSignIn(true)}
        offerNewBoard={offerNewBoard}
        onOfferEnd={endNewBoardOffer}
        onOpen={open}
        onMove={setMoved}
        TemplateField={TemplateField}
        TemplateCards={TemplateCards}
        spaces={<TeamSpaces onOpen={(key) => navigate(paths.space(key))} />}
        actions={<ImportButton onImported={(board) => open(board.id)} />}
      />
      {askToSignIn && config?.signIn && (
        <SignInFirst name={config.signIn.name} onClose={() => setAskToSignIn(false)} />
      )}
      {moved !== null && <MoveToSpaceDialog board={moved} onClose={() => setMoved(null)} />}
    </>
  );
}
