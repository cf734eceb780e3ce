import { cleanLine } from "@retro/contract/clean-text";
import type { User } from "@retro/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyUserSaved, userQuery } from "../../api/user.ts";
import { toastError } from "../../ui/toasts/toast.ts";
import { type ProfileChanges, saveUser } from "./saveUser.ts";

/** `close` saves what changed; an empty name returns to the previous one (spec 2.30 and 5.7). */
export function useProfileDraft(user: User, onClose: () => void) {
  const queryClient = useQueryClient();
  /** The profile when the menu opened: another one may arrive since. */
  const [start] = useState(user);
  const [name, setName] = useState(user.name);
  const [color, setColor] = useState(user.options.color);
  const [isAvatarStickers, setAvatarStickers] = useState(user.options.isAvatarStickers);

  const revertEmptied = () => {
    if (cleanLine(name) === "") setName(start.name);
  };

  const close = () => {
    const typed = cleanLine(name);
    const renamed = typed !== "" && typed !== cleanLine(start.name);
    const restyled = color !== start.options.color || isAvatarStickers !== start.options.isAvatarStickers;
    const changes: ProfileChanges = {
      ...(renamed && { name: typed }),
      ...(restyled && { options: { color, isAvatarStickers } }),
    };
    onClose();
    if (Object.keys(changes).length === 0) return;
    // Shown before the answer, which corrects it.
    queryClient.setQueryData(userQuery.queryKey, { ...user, ...changes });
    void save(changes);
  };

  const save = async (changes: ProfileChanges) => {
    try {
      notifyUserSaved(await saveUser(queryClient, user.id, changes));
    } catch (error) {
      // Only what was refused: another change may have been saved since.
      const before: ProfileChanges = {
        ...(changes.name !== undefined && { name: user.name }),
        ...(changes.options !== undefined && { options: user.options }),
      };
      queryClient.setQueryData(userQuery.queryKey, (now) => now && { ...now, ...before });
      toastError(error);
    }
  };
  return { name, setName, revertEmptied, color, setColor, isAvatarStickers, setAvatarStickers, close };
}
