import type { User } from "@retro/contract/entities";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { userQuery } from "../../api/user.ts";
import { useT } from "../../i18n/useT.ts";
import { toast } from "../../ui/toast.ts";
import { saveUser } from "./saveUser.ts";

/**
 * The profile as the user edits it. `close` closes the menu and saves what changed; an empty name returns to the previous one (spec 2.30
 * and 5.7).
 * @param onSaved called with the saved user
 */
export function useProfileDraft(user: User, onSaved: (user: User) => void, onClose: () => void) {
  const t = useT();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name);
  const [color, setColor] = useState(user.options.color);
  const [isAvatarStickers, setAvatarStickers] = useState(user.options.isAvatarStickers);

  const revertEmptied = () => {
    if (name.trim() === "") setName(user.name);
  };

  const close = () => {
    const kept = name.trim() === "" ? user.name : name.trim();
    const next = { name: kept, options: { color, isAvatarStickers } };
    onClose();
    const same =
      next.name === user.name &&
      color === user.options.color &&
      isAvatarStickers === user.options.isAvatarStickers;
    if (same) return;
    // Shown before the answer, which corrects it.
    queryClient.setQueryData(userQuery.queryKey, { ...user, ...next });
    void save(next);
  };

  const save = async (next: Pick<User, "name" | "options">) => {
    try {
      onSaved(await saveUser(queryClient, user.id, next));
    } catch (error) {
      queryClient.setQueryData(userQuery.queryKey, user);
      toast({ kind: "error", message: error instanceof ApiError ? error.message : t("error.internal") });
    }
  };
  return { name, setName, revertEmptied, color, setColor, isAvatarStickers, setAvatarStickers, close };
}
