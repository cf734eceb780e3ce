import AddOutlined from "@mui/icons-material/AddOutlined";
import type { StepKind } from "@retro/contract/facilitation/meeting";
import type { ComponentType, RefObject } from "react";
import { usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";

/** What other features bring for the bar of a phone. */
export interface StepActions {
  Write: ComponentType;
  Group: ComponentType;
  VotesLeft: ComponentType;
}

interface Props {
  kind: StepKind;
  isMine: boolean;
  stepActions: StepActions;
  /** Of the topic on the screen. */
  actionField: RefObject<HTMLTextAreaElement | null>;
}

/** The one thing that everybody does in a step. The other steps ask, above the board. */
export function StepAction({ kind, isMine, stepActions: { Write, Group, VotesLeft }, actionField }: Props) {
  if (kind === "write" || kind === "custom") return <Write />;
  if (kind === "group") return <Group />;
  if (kind === "vote") return <VotesLeft />;
  // Who leads presses "Next topic", and has the field at the topic.
  if (kind === "discuss" && !isMine) return <AddAction field={actionField} />;
  return null;
}

function AddAction({ field }: { field: Props["actionField"] }) {
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
