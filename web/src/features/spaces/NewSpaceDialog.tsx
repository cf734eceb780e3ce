import { cleanLine } from "@retro/contract/clean-text";
import { limits } from "@retro/contract/limits";
import { spaceBody, spaceLink, type SpaceBody, type SpaceLink } from "@retro/contract/spaces/spaces";
import { api } from "../../api/client.ts";
import { useContractForm } from "../../api/useContractForm.ts";
import { useT } from "../../i18n/useT.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";
import { rememberSpace } from "./knownSpaces.ts";

interface Props {
  onClose: () => void;
  /** Called with the key of the new space, which this browser now keeps. */
  onCreated: (key: string) => void;
}

export function NewSpaceDialog({ onClose, onCreated }: Props) {
  const t = useT();
  const { control, submit } = useContractForm<SpaceBody>({
    schema: spaceBody,
    mode: "onTouched",
    defaultValues: { name: "" },
    async send(values) {
      const { key } = await api.post<SpaceLink>("spaces", values, { schema: spaceLink });
      rememberSpace({ key, name: cleanLine(values.name) });
      return () => onCreated(key);
    },
  });
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("spaces.newTitle")}
      submitLabel={t("spaces.create")}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormTextField
        control={control}
        name="name"
        label={t("spaces.name")}
        hint={t("spaces.hint")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, maxLength: limits.spaceName * 2 } }}
      />
    </FormDialog>
  );
}
