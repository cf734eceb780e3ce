import { useNavigate } from "react-router";
import { BoardsHome } from "../../features/boards/BoardsHome.tsx";
import { ImportButton } from "../../features/exports/ImportButton.tsx";
import { TemplateCards } from "../../features/templates/TemplateCards.tsx";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";

/** The index: my boards, the templates, and the creation dialog, which is open on first display. */
export function IndexScreen() {
  const navigate = useNavigate();
  useTitle("Retro");
  return (
    <BoardsHome
      onCreated={(board) => void navigate(paths.board(board.id))}
      TemplateField={TemplateField}
      TemplateCards={TemplateCards}
      actions={<ImportButton onImported={(board) => void navigate(paths.board(board.id))} />}
    />
  );
}
