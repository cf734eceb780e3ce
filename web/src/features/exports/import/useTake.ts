import type { TableChoices } from "@retro/contract/files/table-import";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { failureText } from "./importFailure.ts";
import { type AfterAnswer, stayOpen } from "../../../ui/dialogs/dialogAnswer.ts";

/** @param onTake writes what the dialog shows, and then closes it; it throws what the dialog then says */
export function useTake(onTake: (choices: TableChoices, signal: AbortSignal) => Promise<void>) {
  const t = useT();
  const [refused, setRefused] = useState<string | null>(null);
  const [abort] = useState(() => new AbortController());
  const forget = () => setRefused(null);
  const take = async (choices: TableChoices): Promise<AfterAnswer> => {
    forget();
    try {
      await onTake(choices, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) setRefused(failureText(error, t));
    }
    return stayOpen;
  };
  return { refused, forget, cancel: () => abort.abort(), take };
}
