import "../../../ui/display/wide-page.css";
import "../spaces.css";
import LinkOutlined from "@mui/icons-material/LinkOutlined";
import { limits } from "@retro/contract/limits";
import type { Space } from "@retro/contract/spaces/spaces";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "../../../routes/router.tsx";
import type { ComponentType, ReactNode, Ref } from "react";
import { api, asApiError } from "../../../api/client.ts";
import { useHasWebhooks } from "../../../api/config.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import { choiceOfSpaceTemplate } from "../../../api/spaceTemplateChoice.ts";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { useTitle } from "../../../routes/useTitle.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { InlineTitle, type Rename } from "../../../ui/controls/InlineTitle.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { SpaceSkeleton } from "../../../ui/display/Skeletons.tsx";
import { rememberSpace } from "../knownSpaces.ts";
import { OpenActions } from "../actions/OpenActions.tsx";
import { useSpaceActions } from "../actions/useSpaceActions.ts";
import { type BoardMenuProps, SpaceBoards } from "./SpaceBoards.tsx";
import { SpaceAnswers, spaceAnswersQuery } from "./SpaceAnswers.tsx";
import { SpaceChart } from "./SpaceChart.tsx";
import { SpaceSearch } from "./SpaceSearch.tsx";
import { SpaceTemplates } from "../templates/SpaceTemplates.tsx";
import { spaceTemplatesQuery } from "../templates/useSpaceTemplates.ts";
import { spaceQuery, useSpace } from "../useSpace.ts";

/** Fewer would compare nothing. */
const fewestMonths = 3;

const TrackerDialog = lazyPart(() => import("../TrackerDialog.tsx"), "TrackerDialog", { prefetch: false });
const MovedAway = lazyPart(() => import("./MovedAway.tsx"), "MovedAway", { prefetch: false });
const SpaceLinkDialog = lazyPart(() => import("../SpaceLinkDialog.tsx"), "SpaceLinkDialog");

export interface NewBoardProps {
  /** The title, or `choiceOfSpaceTemplate`, of the template to select first; empty: the first in the list. */
  template: string;
  hasDefaults: boolean;
  onClose: () => void;
}

interface Props {
  spaceKey: string;
  NewBoard: ComponentType<NewBoardProps>;
  BoardMenu: ComponentType<BoardMenuProps>;
  /** Beside the button for a new board. */
  actions?: ReactNode;
  /** Beside the heading of the boards. */
  archive?: ReactNode;
  onReplaced: (key: string) => void;
  toStart: () => void;
}

export function SpaceHome({ spaceKey, NewBoard, BoardMenu, actions, archive, onReplaced, toStart }: Props) {
  const t = useT();
  const found = useSpace(spaceKey, onReplaced);
  const { space } = found;
  const parts = useSpaceParts(spaceKey, space);
  useTitle(space?.name ?? "Retro");
  if (space !== undefined && !parts.loading)
    return (
      <SpacePage
        spaceKey={spaceKey}
        found={found}
        space={space}
        parts={parts}
        NewBoard={NewBoard}
        BoardMenu={BoardMenu}
        actions={actions}
        archive={archive}
        onReplaced={onReplaced}
      />
    );
  if (found.error === null) return <SpaceSkeleton />;
  const action = (label: string, act: () => void) => (
    <Button variant="contained" onClick={act}>
      {label}
    </Button>
  );
  return found.closed ? (
    <EmptyState component="h1" title={t("spaces.closed")} action={action(t("spaces.toStart"), toStart)}>
      {t("spaces.closedHint")}
    </EmptyState>
  ) : (
    <EmptyState component="h1" title={t("spaces.failed")} action={action(t("common.retry"), found.retry)}>
      {found.error.message}
    </EmptyState>
  );
}

/** The page appears with all of its parts: one that comes later would push the boards down. */
function useSpaceParts(key: string, space: Space | undefined) {
  const enabled = space !== undefined;
  const actions = useSpaceActions(key, { enabled });
  const answers = useQuery({ ...spaceAnswersQuery(key), enabled });
  const templates = useQuery({ ...spaceTemplatesQuery(key), enabled });
  const loading =
    actions.isLoading || [answers, templates].some((part) => part.isLoading && part.failureCount === 0);
  return { actions, answers, templates, loading };
}

interface PageProps extends Omit<Props, "toStart"> {
  found: ReturnType<typeof useSpace>;
  space: Space;
  parts: ReturnType<typeof useSpaceParts>;
}

function SpacePage({
  spaceKey,
  found,
  space,
  parts,
  NewBoard,
  BoardMenu,
  actions,
  archive,
  onReplaced,
}: PageProps) {
  const t = useT();
  const rename = useRenameSpace(spaceKey);
  const hasWebhooks = useHasWebhooks();
  const [dialog, setDialog] = useState<"link" | "board" | "tracker" | null>(null);
  const close = () => setDialog(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const { timer, options } = space.defaults;
  const isUsed = space.board_count + space.archived_count > 0;
  return (
    <div className="space-home wide-page">
      <div className="space-head">
        <InlineTitle
          as="h1"
          title={space.name}
          editable
          label={t("spaces.name")}
          max={limits.spaceName}
          rename={rename}
        />
        <SpaceButtons newButton={newButton} actions={actions} onOpen={setDialog} />
      </div>
      {space.moved_away !== undefined && <MovedAway spaceKey={spaceKey} boards={space.moved_away} />}
      {isUsed && <SpaceSearch spaceKey={spaceKey} />}
      <div className="space-columns">
        <div className="space-main">
          {isUsed && <OpenActions spaceKey={spaceKey} found={parts.actions} />}
          <SpaceBoards
            spaceKey={spaceKey}
            found={found}
            counts={{ archived: space.archived_count, bin: space.bin_count }}
            BoardMenu={BoardMenu}
            archive={isUsed && archive}
            focusElsewhere={() => newButton.current?.focus()}
          />
        </div>
        <div className="space-aside">
          {space.chart.length >= fewestMonths && <SpaceChart months={space.chart} />}
          {isUsed && parts.answers.data && <SpaceAnswers data={parts.answers.data} />}
          <SpaceTemplates spaceKey={spaceKey} boards={found.boards} found={parts.templates} />
          {/* The first thing that a new space needs is a board. */}
          <details className="space-settings space-card" open={isUsed}>
            <summary>
              <h2>{t("spaces.settings")}</h2>
            </summary>
            <button type="button" onClick={() => setDialog("tracker")}>
              {t("tracker.title")}
            </button>
            {hasWebhooks && <Link to={paths.spaceWebhooks(spaceKey)}>{t("webhooks.title")}</Link>}
            <Link to={paths.spaceTokens(spaceKey)}>{t("tokens.title")}</Link>
          </details>
        </div>
      </div>
      {dialog === "link" && (
        <SpaceLinkDialog
          spaceKey={spaceKey}
          onClose={close}
          onReplaced={(key) => {
            rememberSpace({ key, name: space.name }, spaceKey);
            onReplaced(key);
          }}
        />
      )}
      {dialog === "tracker" && <TrackerDialog spaceKey={spaceKey} space={space} onClose={close} />}
      {dialog === "board" && (
        <NewBoard
          template={lastTemplate(space.defaults)}
          hasDefaults={timer !== undefined || options !== undefined}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ButtonsProps {
  newButton: Ref<HTMLButtonElement>;
  actions: ReactNode;
  onOpen: (dialog: "link" | "board") => void;
}

function SpaceButtons({ newButton, actions, onOpen }: ButtonsProps) {
  const t = useT();
  return (
    <div className="space-actions">
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => onOpen("link")}>
        <LinkOutlined />
        <span>{t("spaces.linkButton")}</span>
      </Button>
      {actions}
      <Button ref={newButton} variant="contained" onClick={() => onOpen("board")}>
        {t("boards.new")}
      </Button>
    </div>
  );
}

function lastTemplate({ template = "", space_template }: Space["defaults"]): string {
  return space_template === undefined ? template : choiceOfSpaceTemplate(space_template);
}

function useRenameSpace(key: string): Rename {
  const client = useQueryClient();
  return async (name, before) => {
    try {
      await api.put(`spaces/${key}`, { name, from: before });
      client.setQueryData(spaceQuery(key).queryKey, (space) => space && { ...space, name });
      return null;
    } catch (thrown) {
      const error = asApiError(thrown);
      const current = presentTextsOf(error)["name"]?.text;
      return { message: error.errors["name"]?.[0] ?? error.message, current };
    }
  };
}
