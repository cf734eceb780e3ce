import "./name-bar.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import { cleanLine } from "@retro/contract/clean-text";
import { limits } from "@retro/contract/limits";
import { isRandomName } from "@retro/contract/random-names";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { FormEvent } from "react";
import { notifyUserSaved, useUser } from "../../api/user.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { ScreenReaderOnly } from "../../ui/focus/ScreenReaderOnly.ts";
import { toastError } from "../../ui/toasts/toast.ts";
import { saveUser } from "./saveUser.ts";

/** At the bottom of the window, so that nothing moves when it appears or leaves. */
export function NameBar({ onKeep }: { onKeep: () => void }) {
  const t = useT();
  const user = useUser();
  const asked = isRandomName(user.name);
  const [askedFirst] = useState(asked);
  return (
    <>
      {asked && <NameForm onKeep={onKeep} />}
      <ScreenReaderOnly role="status">
        {askedFirst && !asked && t("user.renamed", { name: user.name })}
      </ScreenReaderOnly>
    </>
  );
}

function NameForm({ onKeep }: { onKeep: () => void }) {
  const t = useT();
  const user = useUser();
  const labelId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { save, saving } = useSaveName(user.id);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const name = cleanLine(field.current?.value ?? "");
    // An empty name is no name: the user keeps the one they have (spec 5.7).
    if (name === "") field.current?.focus();
    else void save(name);
  };
  const keep = () => {
    focusPage();
    onKeep();
  };
  return (
    <form className="name-bar" aria-labelledby={labelId} onSubmit={onSubmit}>
      <Avatar name={user.name} color={user.options.color} />
      <span className="name" id={labelId}>
        {t("user.youAre", { name: user.name })}
      </span>
      <input
        ref={field}
        aria-label={t("user.yourName")}
        placeholder={t("user.yourName")}
        autoComplete="name"
        dir="auto"
        enterKeyHint="done"
        maxLength={limits.userName}
      />
      <Button type="submit" variant="contained" aria-disabled={saving}>
        {t("common.save")}
      </Button>
      <IconAction label={t("user.keepName")} onClick={keep}>
        <CloseOutlined fontSize="small" />
      </IconAction>
    </form>
  );
}

function useSaveName(userId: string) {
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async (name: string) => {
    if (saving) return;
    setSaving(true);
    try {
      notifyUserSaved(await saveUser(queries, userId, { name }));
      focusPage();
    } catch (error) {
      toastError(error);
      setSaving(false);
    }
  };
  return { save, saving };
}

/** The bar that has the focus is about to go: the next Tab goes on from the page's content. */
function focusPage(): void {
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}
