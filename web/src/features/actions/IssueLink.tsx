import OpenInNewOutlined from "@mui/icons-material/OpenInNewOutlined";
import type { Action } from "@retro/contract/actions";
import { fillTracker } from "@retro/contract/web-address";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { boardTracker } from "../../ui/display/boardTracker.ts";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { tip } from "../../ui/tooltips/tip.ts";

/** Browsers and trackers cut or refuse longer addresses. */
const longestTitle = 200;
const longestText = 3000;

/** Opens a new issue with the action's texts in the team's tracker [G14]. */
export function IssueLink({ action }: { action: Action }) {
  const t = useT();
  const template = useExternalStore(boardTracker);
  const board = useBoardState(({ view }) => view?.details.title ?? "");
  if (template === null || action.text === null) return null;
  const [title = ""] = action.text.split("\n", 1);
  const values = {
    title: cut(title, longestTitle),
    text: cut(action.text, longestText),
    owner: action.owner_name ?? "",
    due: action.due_on ?? "",
    board,
    link: window.location.href,
  };
  const label = t("tracker.open");
  return (
    <a
      className="icon-button small"
      href={fillTracker(template, values)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      {...tip(label)}
    >
      <OpenInNewOutlined fontSize="small" />
    </a>
  );
}

function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}
