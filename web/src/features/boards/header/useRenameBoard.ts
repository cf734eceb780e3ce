import { asApiError } from "../../../api/client.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import type { Rename } from "../../../ui/controls/InlineTitle.tsx";

/** The server refuses (409) to replace a title that the user has not seen. */
export function useRenameBoard(): Rename {
  const store = useBoardStore();
  return async (title, before) => {
    try {
      await store.call("PUT", "", { title, from: { title: before } });
      return null;
    } catch (thrown) {
      const error = asApiError(thrown);
      const current = presentTextsOf(error)["title"]?.text;
      return { message: error.errors["title"]?.[0] ?? error.message, current };
    }
  };
}
