import { useT } from "../../../i18n/useT.ts";
import { limits } from "@retro/contract/limits";
import { useEffect, useEffectEvent, useRef } from "react";
import { ApiError } from "../../../api/client.ts";
import { previewFile } from "./importCalls.ts";
import { ImportStatus } from "./ImportStatus.tsx";
import { useFileBatch } from "./useFileBatch.ts";

interface Props {
  /** Of one drop. */
  files: readonly File[];
  /** The title of the section that gets the stickers. */
  section: string;
  onTexts: (texts: readonly string[]) => void;
  onEnd: () => void;
}

/** The texts of dropped files become stickers of a section; its user looks at each file first. */
export function SectionImport({ files, section, onTexts, onEnd }: Props) {
  const t = useT();
  const batch = useFileBatch({
    async look(file, signal) {
      const { table, board } = await previewFile(file, { texts: "yes" }, signal);
      return { file, table, board };
    },
    async take({ file }, choices, signal) {
      const { texts = [] } = await previewFile(file, { ...choices, texts: "yes" }, signal);
      const most = limits.import.intoSection;
      if (texts.length > most) throw new ApiError(422, t("import.section.tooMany", { max: most }));
      onTexts(texts.filter((text) => text !== ""));
    },
    finish: onEnd,
  });
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!begun.current) batch.add(files);
    begun.current = true;
  });
  useEffect(() => begin(), []);
  return <ImportStatus batch={batch} section={section} />;
}
