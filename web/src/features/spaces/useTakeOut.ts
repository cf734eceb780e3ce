import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { toast, toastError } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";
import { spaceQuery } from "./useSpace.ts";
import { forgetSpaceOfBoard } from "./useSpaceOfBoard.ts";

export function useTakeOut(key: string): (board: SpaceBoard) => void {
  const t = useT();
  const client = useQueryClient();
  const change = async (act: (path: string) => Promise<unknown>, { id }: SpaceBoard): Promise<boolean> => {
    try {
      await act(`spaces/${key}/boards/${id}`);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      forgetSpaceOfBoard(client, id);
      await client.invalidateQueries({ queryKey: spaceQuery(key).queryKey });
    }
  };
  const takeOut = async (board: SpaceBoard): Promise<void> => {
    if (!(await change((path) => api.delete(path), board))) return;
    toast({
      message: t("spaces.takenOut", { title: board.title }),
      action: toastButton(t("stickers.undo"), () => void change((path) => api.put(path), board)),
    });
  };
  return (board) => void takeOut(board);
}
