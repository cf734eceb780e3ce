import type { BoardListRow } from "@retro/contract/boards";
import { useState } from "react";
import { navigate } from "../../routes/router.tsx";
import { BoardsHome } from "../../features/boards/home/BoardsHome.tsx";
import { ImportButton } from "../../features/exports/import/ImportButton.tsx";
import { TeamSpaces } from "../../features/spaces/home/TeamSpaces.tsx";
import { TemplateCards } from "../../features/templates/TemplateCards.tsx";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { endNewBoardOffer, isNewBoardOffered } from "../newBoardOffer.ts";
import { SignInFirst, useMustSignIn } from "../signInFirst.ts";

const MoveToSpaceDialog = lazyPart(
  () => import("../../features/spaces/MoveToSpaceDialog.tsx"),
  "MoveToSpaceDialog",
);

const TeamField = lazyPart(() => import("../../features/spaces/TeamField.tsx"), "TeamField", {
  silent: true,
});

export function IndexScreen() {
  const [offerNewBoard] = useState(isNewBoardOffered);
  useTitle("Retro");
  const [moved, setMoved] = useState<BoardListRow | null>(null);
  const [askToSignIn, setAskToSignIn] = useState(false);
  const mustSignIn = useMustSignIn();
  const open = (id: string) => navigate(paths.board(id));
  return (
    <>
      <BoardsHome
        mayMake={!mustSignIn}
        onMayNotMake={() => setAskToSignIn(true)}
        offerNewBoard={offerNewBoard}
        onOfferEnd={endNewBoardOffer}
        onOpen={open}
        onMove={setMoved}
        TemplateField={TemplateField}
        TeamField={TeamField}
        TemplateCards={TemplateCards}
        spaces={
          <TeamSpaces
            Instead={mustSignIn ? SignInFirst : undefined}
            onOpen={(key) => navigate(paths.space(key))}
          />
        }
        actions={<ImportButton onImported={(board) => open(board.id)} />}
      />
      {askToSignIn && mustSignIn && <SignInFirst onClose={() => setAskToSignIn(false)} />}
      {moved !== null && <MoveToSpaceDialog board={moved} onClose={() => setMoved(null)} />}
    </>
  );
}
