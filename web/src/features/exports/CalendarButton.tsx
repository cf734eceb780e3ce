import CalendarMonthOutlined from "@mui/icons-material/CalendarMonthOutlined";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { failureText, saveExport } from "./exportFile.ts";

export function CalendarButton({ boardId }: { boardId: string }) {
  const t = useT();
  const [making, setMaking] = useState(false);
  const save = async () => {
    if (making) return;
    setMaking(true);
    try {
      await saveExport(boardId, "ics");
    } catch (error) {
      toast({ message: failureText(error, t("exports.failed"), t), kind: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button variant="outlined" aria-busy={making} onClick={() => void save()}>
      <CalendarMonthOutlined fontSize="small" />
      {t("actions.calendar")}
    </Button>
  );
}
