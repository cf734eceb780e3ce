import type { TableChoices } from "@retro/contract/files/table-import";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { failureText } from "./importFailure.ts";

/** @param onTake writes what the dialog shows; it throws what the dialog then says */
export function useTake(onTake: (choices: TableChoices, signal: AbortSignal) => Promise<void>) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [abort] = useState(() => new AbortController());
  const take = async (choices: TableChoices): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await onTake(choices, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) setRefused(failureText(error, t));
    } finally {
      setBusy(false);
    }
  };
  const forget = () => setRefused(null);
  const cancel = () => abort.abort();
  return { busy, refused, forget, cancel, take };
}
