import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { nextPaint } from "../../../board-state/nextPaint.ts";
import { drawBoard } from "./drawBoard.ts";

/**
 * The entry of a script that the build puts into the page's HTML. On a phone it shows the board's first
 * stickers as soon as the answers to the page's early requests arrive, while the app is still being fetched
 * and started. The picture is hidden from assistive technology, takes no
 * input, and goes in the moment in which the app shows a screen.
 */

declare global {
  /** Resolves when the preview is painted, or when there will be none. */
  // oxlint-disable-next-line no-var
  var retroPreview: Promise<void> | undefined;
}

const phone = "(max-width: 599.95px)";

async function showPreview(): Promise<void> {
  const [, board, items] = globalThis.retroRequests ?? [];
  if (board === undefined || items === undefined || !matchMedia(phone).matches) return;
  const [details, tree] = await Promise.all([bodyOf<Board>(board), bodyOf<TreeItem[]>(items)]);
  const root = document.getElementById("root");
  if (details === null || tree === null || root === null || showsScreen(root)) return;
  const preview = drawBoard(details.title, tree);
  document.body.append(preview);
  const observer = new MutationObserver(() => {
    if (!showsScreen(root)) return;
    observer.disconnect();
    preview.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
  await nextPaint();
}

/** Null if the request was lost or refused; the app reads the same answer later. */
async function bodyOf<T>({
  answer,
}: NonNullable<typeof globalThis.retroRequests>[number]): Promise<T | null> {
  const arrived = await answer;
  if (arrived?.response.ok !== true) return null;
  try {
    return ((await arrived.response.clone().json()) as { data: T }).data;
  } catch {
    // The app reports an answer that is not JSON.
    return null;
  }
}

/** Whether the app has rendered a screen: a page with a main part that is not the placeholder of a board. */
function showsScreen(root: HTMLElement): boolean {
  return root.querySelector("main") !== null && root.querySelector(".skeleton-board") === null;
}

globalThis.retroPreview = showPreview();
