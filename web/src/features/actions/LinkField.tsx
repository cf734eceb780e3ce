import LinkOutlined from "@mui/icons-material/LinkOutlined";
import { limits } from "@retro/contract/limits";
import { isWebAddress } from "@retro/contract/web-address";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";

interface Props {
  link: string;
  onChange: (link: string) => void;
}

/** A chip until it is pressed, or a link is there. The server judges what is written. */
export function LinkField({ link, onChange }: Props) {
  const t = useT();
  const [open, setOpen] = useState(link !== "");
  if (!open)
    return (
      <button type="button" className="action-chip" onClick={() => setOpen(true)}>
        <LinkOutlined aria-hidden />
        {t("actions.link")}
      </button>
    );
  const wrong = link.trim() !== "" && !isWebAddress(link.trim());
  return (
    <div className="action-link">
      <input
        aria-label={t("actions.link")}
        type="url"
        inputMode="url"
        dir="ltr"
        // The press on the chip asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={link === ""}
        maxLength={limits.webAddress}
        placeholder="https://"
        aria-invalid={wrong}
        value={link}
        onChange={(event) => onChange(event.target.value)}
      />
      {wrong && (
        <span role="alert" className="action-link-fault">
          {t("validation.webAddress")}
        </span>
      )}
    </div>
  );
}
