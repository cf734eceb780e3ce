import TextField from "@mui/material/TextField";
import { createToken, madeToken, type MadeToken, type TokenAccess } from "@retro/contract/api/tokens";
import { limits } from "@retro/contract/limits";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { stayOpen } from "../../../ui/dialogs/dialogAnswer.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import type { FormProps } from "../SecretsPage.tsx";

const expiries = ["30", "90", "365", ""] as const;

/** Where the tokens of an owner are: the caller, a space, or the server. */
export type TokensPath = "tokens" | "admin/tokens" | `spaces/${string}/tokens`;

export function NewTokenDialog({ path, onClose, onMade }: FormProps<MadeToken, TokensPath>) {
  const t = useT();
  const [access, setAccess] = useState<TokenAccess>("read");
  const [days, setDays] = useState<(typeof expiries)[number]>("90");
  const [accessId, daysId] = [useId(), useId()];
  const { control, form, submit } = useContractForm<{ name: string; link: string }>({
    schema: z.extend(z.pick(createToken, { name: true }), { link: z.string() }),
    mode: "onTouched",
    defaultValues: { name: "", link: "" },
    async send({ name, link }) {
      const place = link.trim() === "" ? {} : placeOfLink(link);
      if (place === null) {
        form.setError("link", { message: t("tokens.linkWrong") });
        return stayOpen;
      }
      const expiry = days === "" ? {} : { expires_in_days: Number(days) };
      onMade(await api.post<MadeToken>(path, { name, access, ...expiry, ...place }, { schema: madeToken }));
      return stayOpen;
    },
  });
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("tokens.new")}
      submitLabel={t("tokens.make")}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormTextField
        control={control}
        name="name"
        label={t("tokens.name")}
        hint={t("tokens.nameHint")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, maxLength: limits.userName * 2 } }}
      />
      <TextField
        select
        id={accessId}
        label={t("tokens.access")}
        value={access}
        onChange={(event) => setAccess(event.target.value as TokenAccess)}
        slotProps={{ select: { native: true } }}
      >
        <option value="read">{t("tokens.read")}</option>
        <option value="write">{t("tokens.write")}</option>
      </TextField>
      <TextField
        select
        id={daysId}
        label={t("tokens.expiry")}
        value={days}
        onChange={(event) => setDays(event.target.value as (typeof expiries)[number])}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {expiries.map((each) => (
          <option key={each} value={each}>
            {each === "" ? t("tokens.never") : t("tokens.days", { count: Number(each) })}
          </option>
        ))}
      </TextField>
      {path === "tokens" && (
        <FormTextField
          control={control}
          name="link"
          label={t("tokens.link")}
          hint={t("tokens.linkHint")}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

/** What a token is limited to by the link of a board or of a space; null: it is no such link. */
export function placeOfLink(link: string): { board_id: string } | { space_key: string } | null {
  const [, board] = /\/boards\/([\w-]{22})(?![\w-])/u.exec(link) ?? [];
  if (board !== undefined) return { board_id: board };
  const [, key] = /\/spaces#([\w-]{22})(?![\w-])/u.exec(link) ?? [];
  return key === undefined ? null : { space_key: key };
}
