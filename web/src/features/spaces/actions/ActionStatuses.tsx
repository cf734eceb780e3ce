import type { ActionStatus } from "@retro/contract/actions";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";

const statuses: readonly { status: ActionStatus; label: MessageKey; about: MessageKey }[] = [
  { status: "done", label: "actions.done", about: "actions.doneOf" },
  { status: "open", label: "question.stillOpen", about: "question.stillOpenOf" },
  { status: "dropped", label: "actions.dropped", about: "spaceActions.droppedOf" },
];

interface Props {
  /** The text of the action, which names the buttons. */
  text: string;
  present: ActionStatus | undefined;
  onSet: (status: ActionStatus) => void;
}

/** One press for each action: done, still open, or dropped. */
export function ActionStatuses({ text, present, onSet }: Props) {
  const t = useT();
  return (
    <div className="statuses">
      {statuses.map(({ status, label, about }) => (
        <Button
          key={status}
          size="small"
          variant="outlined"
          aria-pressed={present === status}
          aria-label={t(about, { text })}
          onClick={() => onSet(status)}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
