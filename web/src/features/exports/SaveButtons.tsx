import CalendarMonthOutlined from "@mui/icons-material/CalendarMonthOutlined";
import PictureAsPdfOutlined from "@mui/icons-material/PictureAsPdfOutlined";
import { type ReactNode, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { type ExportFormat, failureText, saveExport } from "./exportFile.ts";

export function CalendarButton({ boardId }: { boardId: string }) {
  const t = useT();
  return (
    <SaveButton boardId={boardId} format="ics">
      <CalendarMonthOutlined fontSize="small" />
      {t("actions.calendar")}
    </SaveButton>
  );
}

export function PdfButton({ boardId }: { boardId: string }) {
  const t = useT();
  return (
    <SaveButton boardId={boardId} format="pdf">
      <PictureAsPdfOutlined fontSize="small" />
      {t("summary.pdf")}
    </SaveButton>
  );
}

interface Props {
  boardId: string;
  format: ExportFormat;
  children: ReactNode;
}

function SaveButton({ boardId, format, children }: Props) {
  const t = useT();
  const [making, setMaking] = useState(false);
  const save = async () => {
    if (making) return;
    setMaking(true);
    try {
      await saveExport(boardId, format);
    } catch (error) {
      toast({ message: failureText(error, t("exports.failed"), t), kind: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button variant="outlined" aria-busy={making} onClick={() => void save()}>
      {children}
    </Button>
  );
}
