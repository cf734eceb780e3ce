import Alert from "@mui/material/Alert";
import { cleanLine } from "@retro/contract/clean-text";
import { limits } from "@retro/contract/limits";
import { spaceBody, spaceLink, type SpaceBody, type SpaceLink } from "@retro/contract/spaces/spaces";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { api, asApiError } from "../../api/client.ts";
import { showFieldErrors } from "../../api/fieldErrors.ts";
import { contractResolver } from "../../i18n/contractResolver.ts";
import { useT } from "../../i18n/useT.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";
import { useStillOpen } from "../../ui/dialogs/stillOpen.ts";
import { rememberSpace } from "./knownSpaces.ts";

interface Props {
  onClose: () => void;
  /** Called with the key of the new space, which this browser now keeps. */
  onCreated: (key: string) => void;
}

export function NewSpaceDialog({ onClose, onCreated }: Props) {
  const t = useT();
  const resolver = useMemo(() => contractResolver<SpaceBody>(spaceBody, t), [t]);
  const form = useForm<SpaceBody>({ mode: "onTouched", resolver, defaultValues: { name: "" } });
  const isOpen = useStillOpen();
  const [refused, setRefused] = useState<string | null>(null);
  const save = form.handleSubmit(async (values) => {
    setRefused(null);
    try {
      const { key } = await api.post<SpaceLink>("spaces", values, { schema: spaceLink });
      rememberSpace({ key, name: cleanLine(values.name) });
      if (isOpen()) onCreated(key);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!showFieldErrors(form.setError, error, ["name"])) setRefused(error.message);
    }
  });
  return (
    <FormDialog
      open
      keepOnOutsideClick
      title={t("spaces.newTitle")}
      cancelLabel={t("common.cancel")}
      submitLabel={t("spaces.create")}
      busy={form.formState.isSubmitting}
      onCancel={onClose}
      onSubmit={() => void save()}
    >
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <FormTextField
        control={form.control}
        name="name"
        label={t("spaces.name")}
        hint={t("spaces.hint")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, maxLength: limits.spaceName * 2 } }}
      />
    </FormDialog>
  );
}
