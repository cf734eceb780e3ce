import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import { useState } from "react";
import { useUser } from "../../api/user.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";

const UserMenuPanel = lazyPart(() => import("./UserMenuPanel.tsx"), "UserMenuPanel");
const DeleteDataDialog = lazyPart(() => import("./DeleteDataDialog.tsx"), "DeleteDataDialog", {
  prefetch: false,
});

interface Props {
  isFacilitator: boolean;
  /** The facilitator forces avatars to be shown or hidden, so the switch is disabled. */
  avatarsForced: boolean;
  watching?: { on: boolean; set: (on: boolean) => void };
  onHelp: () => void;
}

export function UserMenu({ isFacilitator, avatarsForced, watching, onHelp }: Props) {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <IconAction
        label={user.name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        className="avatar-button"
      >
        <Avatar
          name={user.name}
          color={user.options.color}
          {...(isFacilitator && { badge: <BadgeOutlined /> })}
        />
      </IconAction>
      {anchor !== null && (
        <UserMenuPanel
          user={user}
          anchor={anchor}
          avatarsForced={avatarsForced}
          {...(watching && { watching })}
          onHelp={onHelp}
          onDeleteData={() => setDeleting(true)}
          onClose={() => setAnchor(null)}
        />
      )}
      {deleting && <DeleteDataDialog user={user} onClose={() => setDeleting(false)} />}
    </>
  );
}
