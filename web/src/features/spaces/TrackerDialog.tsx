import TextField from "@mui/material/TextField";
import { limits } from "@retro/contract/limits";
import type { Space } from "@retro/contract/spaces/spaces";
import { trackerPlaceholders } from "@retro/contract/web-address";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, asApiError } from "../../api/client.ts";
import { presentTextsOf } from "../../api/presentTexts.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { type AfterAnswer, stayOpen } from "../../ui/dialogs/dialogAnswer.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { keyOfSpace } from "./useSpace.ts";

/** The pages for a new issue, as their makers document them; the team puts its own names in. */
const known = {
  GitHub: "https://github.com/OWNER/REPOSITORY/issues/new?title={title}&body={text}%0A%0A{link}",
  GitLab:
    "https://gitlab.com/GROUP/PROJECT/-/issues/new?issue[title]={title}&issue[description]={text}%0A%0A{link}",
  Linear: "https://linear.app/team/TEAM/new?title={title}&description={text}%0A%0A{link}",
  Jira: "https://jira.example.com/secure/CreateIssueDetails!init.jspa?pid=10000&issuetype=3&summary={title}&description={text}%0A%0A{link}",
} as const;

/** Where the actions of the space's boards become issues [G14]. No password is needed: the browser is signed in there. */
export function TrackerDialog({
  spaceKey,
  space,
  onClose,
}: {
  spaceKey: string;
  space: Space;
  onClose: () => void;
}) {
  const t = useT();
  const client = useQueryClient();
  const [template, setTemplate] = useState(space.tracker ?? "");
  const [seen, setSeen] = useState(space.tracker ?? "");
  const [fault, setFault] = useState("");
  const save = async (): Promise<AfterAnswer> => {
    try {
      await api.put(`spaces/${spaceKey}/tracker`, {
        template: template.trim() || null,
        from: seen || null,
      });
      await client.invalidateQueries({ queryKey: keyOfSpace(spaceKey) });
      await client.invalidateQueries({ queryKey: ["space-of-board"] });
    } catch (error) {
      const refused = asApiError(error);
      // The message has the present address: whoever saves again has seen it.
      setSeen(presentTextsOf(refused)["template"]?.text ?? seen);
      setFault(refused.errors["template"]?.[0] ?? refused.message);
      return stayOpen;
    }
  };
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("tracker.title")}
      submitLabel={t("common.save")}
      onCancel={onClose}
      onSubmit={save}
    >
      <p className="tracker-hint">{t("tracker.hint")}</p>
      <div className="tracker-presets">
        {Object.entries(known).map(([name, address]) => (
          <Button key={name} size="small" variant="outlined" onClick={() => setTemplate(address)}>
            {name}
          </Button>
        ))}
      </div>
      <TextField
        fullWidth
        multiline
        margin="normal"
        label={t("tracker.address")}
        value={template}
        onChange={(event) => {
          setTemplate(event.target.value);
          setFault("");
        }}
        error={fault !== ""}
        helperText={
          fault ||
          t("tracker.placeholders", { names: trackerPlaceholders.map((name) => `{${name}}`).join(" ") })
        }
        slotProps={{ htmlInput: { maxLength: limits.webAddress, dir: "ltr", spellCheck: false } }}
      />
    </FormDialog>
  );
}
