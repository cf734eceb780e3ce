import "../spaces.css";
import LinkOutlined from "@mui/icons-material/LinkOutlined";
import { limits } from "@retro/contract/limits";
import type { Space } from "@retro/contract/spaces/spaces";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
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
import { CardSkeletons } from "../../../ui/display/Skeletons.tsx";
import { rememberSpace } from "../knownSpaces.ts";
import { OpenActions } from "../actions/OpenActions.tsx";
import { type BoardMenuProps, SpaceBoards } from "./SpaceBoards.tsx";
import { SpaceAnswers } from "./SpaceAnswers.tsx";
import { SpaceChart } from "./SpaceChart.tsx";
import { SpaceSearch } from "./SpaceSearch.tsx";
import { SpaceTemplates } from "../templates/SpaceTemplates.tsx";
import { spaceQuery, useSpace } from "../useSpace.ts";

const TrackerDialog = lazyPart(() => import("../TrackerDialog.tsx"), "TrackerDialog", { prefetch: false });
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
  useTitle(space?.name ?? "Retro");
  if (space !== undefined)
    return (
      <SpacePage
        spaceKey={spaceKey}
        found={found}
        space={space}
        NewBoard={NewBoard}
        BoardMenu={BoardMenu}
        actions={actions}
        archive={archive}
        onReplaced={onReplaced}
      />
    );
  if (found.error === null) return <CardSkeletons count={4} height={96} min={280} />;
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

interface PageProps extends Omit<Props, "toStart"> {
  found: ReturnType<typeof useSpace>;
  space: Space;
}

function SpacePage({ spaceKey, found, space, NewBoard, BoardMenu, actions, archive, onReplaced }: PageProps) {
  const t = useT();
  const rename = useRenameSpace(spaceKey);
  const hasWebhooks = useHasWebhooks();
  const [dialog, setDialog] = useState<"link" | "board" | "tracker" | null>(null);
  const close = () => setDialog(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const { timer, options } = space.defaults;
  return (
    <div className="space-home">
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
      {space.board_count + space.archived_count > 0 && <SpaceSearch spaceKey={spaceKey} />}
      <div className="space-columns">
        <div className="space-main">
          {space.board_count + space.archived_count > 0 && <OpenActions spaceKey={spaceKey} />}
          <SpaceBoards
            spaceKey={spaceKey}
            found={found}
            counts={{ archived: space.archived_count, bin: space.bin_count }}
            BoardMenu={BoardMenu}
            archive={space.board_count + space.archived_count > 0 && archive}
            focusElsewhere={() => newButton.current?.focus()}
          />
        </div>
        <div className="space-aside">
          {space.board_count > 0 && <SpaceChart months={space.chart} />}
          {space.board_count + space.archived_count > 0 && <SpaceAnswers spaceKey={spaceKey} />}
          <SpaceTemplates spaceKey={spaceKey} boards={found.boards} />
          <button type="button" className="space-settings" onClick={() => setDialog("tracker")}>
            {t("tracker.title")}
          </button>
          {hasWebhooks && (
            <Link className="space-settings" to={paths.spaceWebhooks(spaceKey)}>
              {t("webhooks.title")}
            </Link>
          )}
          <Link className="space-settings" to={paths.spaceTokens(spaceKey)}>
            {t("tokens.title")}
          </Link>
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
