import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { navigate, useLocation } from "../../routes/router.tsx";
import { api } from "../../api/client.ts";
import type { BoardList } from "../../features/boards/home/boardList.ts";
import { ArchiveButton } from "../../features/exports/ArchiveButton.tsx";
import { ImportButton } from "../../features/exports/import/ImportButton.tsx";
import type { BoardMenuProps } from "../../features/spaces/home/SpaceBoards.tsx";
import { SpaceHome, type NewBoardProps } from "../../features/spaces/home/SpaceHome.tsx";
import { spaceTemplatesQuery } from "../../features/spaces/templates/useSpaceTemplates.ts";
import { TemplateField } from "../../features/templates/TemplateField.tsx";
import { spaceQuery } from "../../features/spaces/useSpace.ts";
import { useT } from "../../i18n/useT.ts";
import { paths, spaceKeyIn } from "../../routes/paths.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { SignInFirst, useMustSignIn } from "../signInFirst.ts";

const CreateBoardDialog = lazyPart(
  () => import("../../features/boards/home/CreateBoardDialog.tsx"),
  "CreateBoardDialog",
);

const BoardActions = lazyPart(() => import("../../features/boards/header/BoardActions.tsx"), "BoardActions");

function useSpaceKey(): string {
  const { hash } = useLocation();
  return spaceKeyIn(hash) ?? hash.slice(1);
}

export function SpaceScreen() {
  const key = useSpaceKey();
  return (
    <SpaceHome
      key={key}
      spaceKey={key}
      NewBoard={NewBoard}
      BoardMenu={BoardMenu}
      actions={
        <ImportButton
          onImported={(board) => navigate(paths.board(board.id))}
          place={(board) => api.put(`spaces/${key}/boards/${board.id}`)}
        />
      }
      archive={<ArchiveButton spaceKey={key} />}
      onReplaced={(next) => navigate(paths.space(next), { replace: true })}
      toStart={() => navigate(paths.index())}
    />
  );
}

function NewBoard({ template, hasDefaults, onClose }: NewBoardProps) {
  const key = useSpaceKey();
  const mustSignIn = useMustSignIn();
  if (mustSignIn) return <SignInFirst onClose={onClose} />;
  return (
    <CreateBoardDialog
      open
      template={template}
      space={{ key, hasDefaults }}
      onClose={onClose}
      onCreated={(board) => navigate(paths.board(board.id))}
      TemplateField={SpaceTemplateField}
    />
  );
}

function BoardMenu({ menu, onMove, onTakeOut, ...rest }: BoardMenuProps) {
  const t = useT();
  const key = useSpaceKey();
  const client = useQueryClient();
  const list: BoardList = {
    remove: { label: t("spaces.takeOut"), act: onTakeOut, onlyIfManaged: true },
    restorePath: (id) => `spaces/${key}/boards/${id}/restore`,
    place: (id) => api.put(`spaces/${key}/boards/${id}`),
    refresh: () => client.invalidateQueries({ queryKey: spaceQuery(key).queryKey }),
  };
  return (
    <BoardActions
      {...rest}
      menu={menu}
      list={list}
      onMove={onMove}
      onOpen={(id) => navigate(paths.board(id))}
    />
  );
}

function SpaceTemplateField(props: ComponentProps<typeof TemplateField>) {
  const key = useSpaceKey();
  const { data, error } = useQuery(spaceTemplatesQuery(key));
  return <TemplateField {...props} shared={data ?? (error === null ? null : none)} />;
}

/** Without the templates of the space, boards are made from the others. */
const none: readonly SpaceTemplate[] = [];
