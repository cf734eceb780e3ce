import { useNavigate, useParams } from "react-router";
import { SpaceHome, type NewBoardProps } from "../../features/spaces/SpaceHome.tsx";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { paths } from "../../routes/paths.ts";
import { lazyPart } from "../../ui/lazy.tsx";

const CreateBoardDialog = lazyPart(
  () => import("../../features/boards/CreateBoardDialog.tsx"),
  "CreateBoardDialog",
);

/** A team's space: a space's boards, and the dialog of the boards feature that makes one in it. */
export function SpaceScreen() {
  const { key = "" } = useParams();
  const navigate = useNavigate();
  return (
    <SpaceHome
      key={key}
      spaceKey={key}
      NewBoard={NewBoard}
      onReplaced={(next) => void navigate(paths.space(next), { replace: true })}
      toStart={() => void navigate(paths.index())}
    />
  );
}

function NewBoard({ template, hasDefaults, onClose }: NewBoardProps) {
  const { key = "" } = useParams();
  const navigate = useNavigate();
  return (
    <CreateBoardDialog
      open
      template={template}
      space={{ key, hasDefaults }}
      onClose={onClose}
      onCreated={(board) => void navigate(paths.board(board.id))}
      TemplateField={TemplateField}
    />
  );
}
