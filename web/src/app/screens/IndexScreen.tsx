import type { BoardListRow } from "@retro/contract/entities";
import { useState } from "react";
import { useNavigate } from "react-router";
import { BoardsHome } from "../../features/boards/home/BoardsHome.tsx";
import { ImportButton } from "../../features/exports/ImportButton.tsx";
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

export function IndexScreen() {
  const navigate = useNavigate();
  const [offerNewBoard] = useState(isNewBoardOffered);
  useTitle("Retro");
  const [moved, setMoved] = useState<BoardListRow | null>(null);
  const open = (id: string) => void navigate(paths.board(id));
  return (
    <>
      <BoardsHome
        offerNewBoard={offerNewBoard}
        onOfferEnd={endNewBoardOffer}
        onOpen={open}
        onMove={setMoved}
        TemplateField={TemplateField}
        TemplateCards={TemplateCards}
        spaces={<TeamSpaces onOpen={(key) => void navigate(paths.space(key))} />}
        actions={<ImportButton onImported={(board) => open(board.id)} />}
      />
      {moved !== null && <MoveToSpaceDialog board={moved} onClose={() => setMoved(null)} />}
    </>
  );
}
