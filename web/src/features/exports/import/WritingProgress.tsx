import { importProgress } from "@retro/contract/files/table-import";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { useDialogBusy } from "../../../ui/dialogs/dialogAnswer.ts";

/** A small file is imported before this. */
const stepMs = 1000;

/** How much of a large file is written, while the dialog around it waits. It does not interrupt screen readers. */
export function WritingProgress() {
  return useDialogBusy() ? <Progress /> : null;
}

function Progress() {
  const t = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), stepMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: ["imports/progress"],
    queryFn: () => api.get("imports/progress", { schema: nullable }),
    enabled: late,
    refetchInterval: stepMs,
    // Of several servers only the one that imports reports progress. No report from another one does not end
    // the display.
    structuralSharing: (last, now) => now ?? last,
    gcTime: 0,
    retry: false,
  });
  if (!data) return null;
  const text = t("import.written", { ...data });
  return (
    <span className="import-written">
      <progress aria-label={text} max={data.total} value={data.done} />
      {text}
    </span>
  );
}

const nullable = z.nullable(importProgress);
