import { useCallback, useRef } from "react";
import { useT } from "../../i18n/useT.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { TeamField } from "./TeamField.tsx";

interface Props {
  title: string;
  onClose: () => void;
  /** @param key of the team's space; null: no team */
  plan: (key: string | null) => Promise<unknown>;
}

/** Asks for the team of a board that is in no space which this browser knows. */
export function PlanNextDialog({ title, onClose, plan }: Props) {
  const t = useT();
  const keyOf = useRef<() => Promise<string | null>>(async () => null);
  const setTeam = useCallback((next: () => Promise<string | null>) => {
    keyOf.current = next;
  }, []);
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("summary.next")}
      submitLabel={t("spaces.create")}
      onCancel={onClose}
      onSubmit={async () => {
        await plan(await keyOf.current());
      }}
    >
      <p>{t("summary.nextHint", { title })}</p>
      <TeamField wanted onChange={setTeam} />
    </FormDialog>
  );
}
