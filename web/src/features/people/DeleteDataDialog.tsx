import "./user-menu.css";
import Typography from "@mui/material/Typography";
import type { User } from "@retro/contract/users";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { markDataDeleted } from "../../api/dataDeletedMark.ts";
import { clearLocalData } from "../../api/localData.ts";
import { deleteOwnData } from "../../api/ownData.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { type AfterAnswer, stayOpen } from "../../ui/dialogs/dialogAnswer.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";

interface Props {
  user: User;
  onClose: () => void;
}

const deletedData: readonly MessageKey[] = [
  "ownData.goes.profile",
  "ownData.goes.sent",
  "ownData.goes.boards",
  "ownData.goes.browser",
];
const keptData: readonly MessageKey[] = ["ownData.stays.stickers", "ownData.stays.votes"];

export function DeleteDataDialog({ user, onClose }: Props) {
  const t = useT();
  const deleteData = async (): Promise<AfterAnswer> => {
    await deleteOwnData(user.id);
    markDataDeleted();
    await clearLocalData();
    // A full page load: the page's memory keeps nothing of this user.
    window.location.replace(hrefOf(paths.dataDeleted()));
    return stayOpen;
  };

  return (
    <FormDialog
      isText
      danger
      title={t("ownData.deleteTitle")}
      submitLabel={t("ownData.delete")}
      onCancel={onClose}
      onSubmit={deleteData}
    >
      <PointList heading={t("ownData.goes")} points={deletedData.map((key) => t(key))} />
      <PointList heading={t("ownData.stays")} points={keptData.map((key) => t(key))} />
      <Typography>{t("ownData.seat")}</Typography>
      <Typography>{t("ownData.comeBack")}</Typography>
    </FormDialog>
  );
}

function PointList({ heading, points }: { heading: string; points: readonly string[] }) {
  return (
    <div>
      <Typography>{heading}</Typography>
      <Typography component="ul" className="delete-data-list">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Typography>
    </div>
  );
}
