import { limits } from "@retro/contract/limits";
import { useT } from "../../i18n/useT.ts";
import { OneQuestion } from "./OneQuestion.tsx";

const most = limits.questions.scale;
const values = Array.from({ length: most }, (_, i) => i + 1);

/** "Was this worth our time?" */
export function WorthQuestion({ boardId }: { boardId: string }) {
  const t = useT();
  const choices = values.map((value) => ({
    value,
    shown: String(value),
    label: t("questions.value", { value, most }),
  }));
  return (
    <OneQuestion
      boardId={boardId}
      kind="worth"
      title={t("summary.worth")}
      choices={choices}
      ends={[t("questions.least"), t("questions.most")]}
      isScale
    />
  );
}
