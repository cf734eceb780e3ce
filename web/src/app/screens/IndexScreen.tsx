import { useState } from "react";
import { useNavigate } from "react-router";
import { BoardsHome } from "../../features/boards/BoardsHome.tsx";
import { ImportButton } from "../../features/exports/ImportButton.tsx";
import { TemplateCards } from "../../features/templates/TemplateCards.tsx";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { endNewBoardOffer, isNewBoardOffered } from "../newBoardOffer.ts";

/** The index: my boards, the templates, and the creation dialog, which is open on the first display of a page load. */
export function IndexScreen() {
  const navigate = useNavigate();
  const [offerNewBoard] = useState(isNewBoardOffered);
  useTitle("Retro");
  const open = (id: string) => void navigate(paths.board(id));
  return (
    <BoardsHome
      offerNewBoard={offerNewBoard}
      onOfferEnd={endNewBoardOffer}
      onOpen={open}
      TemplateField={TemplateField}
      TemplateCards={TemplateCards}
      actions={<ImportButton onImported={(board) => open(board.id)} />}
    />
  );
}
