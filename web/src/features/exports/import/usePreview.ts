import type { TableChoices, TablePreview } from "@retro/contract/files/table-import";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { previewFile } from "./importCalls.ts";
import { failureText } from "./importFailure.ts";

/** One request at a time, because a session may import one file at a time; the last choice wins. */
export function usePreview(file: File, first: TablePreview) {
  const t = useT();
  const isOpen = useStillOpen();
  const [preview, setPreview] = useState<TablePreview>(first);
  const [fault, setFault] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const next = useRef<TableChoices | null>(null);
  // A choice that is made before the next rendering must see it too.
  const isAtWork = useRef(false);
  const latest = useRef<TableChoices>({});

  const isLatest = () => next.current === null;
  const read = async (): Promise<void> => {
    isAtWork.current = true;
    setReading(true);
    while (next.current !== null && isOpen()) {
      const choices: TableChoices = next.current;
      next.current = null;
      try {
        const { table: answer } = await previewFile(file, choices);
        setFault(null);
        // A newer choice stays on the screen until its own answer.
        if (answer !== null && isLatest()) setPreview(answer);
      } catch (error) {
        setFault(failureText(error, t));
      }
    }
    isAtWork.current = false;
    setReading(false);
  };
  /** Shows the choices at once, and what they make as soon as the server has read them. */
  const choose = (choices: TableChoices, shown: Partial<TablePreview>): void => {
    setPreview((now) => ({ ...now, ...shown }));
    next.current = choices;
    latest.current = choices;
    if (!isAtWork.current) void read();
  };
  const retry = (): void => choose(latest.current, {});
  useEffect(() => () => void (next.current = null), []);
  return { preview, fault, reading, choose, retry };
}
