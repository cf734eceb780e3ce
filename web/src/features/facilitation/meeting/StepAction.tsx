import AddOutlined from "@mui/icons-material/AddOutlined";
import type { StepKind } from "@retro/contract/facilitation/meeting";
import type { ComponentType, RefObject } from "react";
import { usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";

export interface StepActionProps {
  kind: StepKind;
  isMine: boolean;
  /** What everybody does with the stickers. */
  StepPart: ComponentType<{ kind: StepKind }>;
  /** Of the topic on the screen. */
  actionField: RefObject<HTMLTextAreaElement | null>;
}

/** The one thing that everybody does in a step. The other steps ask, above the board. */
export function StepAction({ kind, isMine, StepPart, actionField }: StepActionProps) {
  // Who leads presses "Next topic", and has the field at the topic.
  if (kind === "discuss") return isMine ? null : <AddAction field={actionField} />;
  return <StepPart kind={kind} />;
}

function AddAction({ field }: { field: StepActionProps["actionField"] }) {
  const t = useT();
  if (usePermissions().editStickers !== null) return null;
  return (
    <BarButton
      variant="outlined"
      name={t("actions.new")}
      word={t("meeting.actionWord")}
      sign={<AddOutlined />}
      onClick={() => field.current?.focus()}
    />
  );
}
