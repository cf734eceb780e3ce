interface SentFields {
  owner_id?: string | null;
  owner_name?: string;
  due_on?: string | null;
}

/** A command on actions as it is sent. */
export type ActionCommand =
  | (SentFields & {
      do: "addAction";
      text: string;
      id?: string;
      source_item_id?: string;
      after_id?: string | null;
    })
  | (SentFields & { do: "editAction"; action: string; text?: string; status?: string; rev?: number })
  | { do: "moveAction"; action: string; after_id: string | null; from?: { order: string } }
  | { do: "deleteAction"; action: string; rev?: number }
  | { do: "restoreAction"; action: string };

/** Tells whether a command is about an action. */
export function isActionCommand<T extends { do: string }>(
  command: T,
): command is Extract<T, { do: `${string}Action` }> {
  return command.do.endsWith("Action");
}

/** What a user sends, with every id resolved: plain data, so that a failing run can be printed and kept. */
export type Command =
  | ActionCommand
  | { do: "add"; parent_id: string; title: string; id?: string | null; style?: unknown; tree?: boolean }
  | {
      do: "batch";
      parent_id: string;
      items: { title: string; id?: string; style?: unknown }[];
      tree?: boolean;
    }
  | { do: "edit"; item: string; title?: string; style?: unknown; rev?: number | null; tree?: boolean }
  | {
      do: "move";
      item: string;
      parent_id: string;
      position?: number;
      after_id?: string | null;
      tree?: boolean;
    }
  | { do: "order"; orders: { parent_id: string; from: string[]; to: string[] }[]; tree?: boolean }
  | { do: "delete"; item: string; since?: number; items?: number; tree?: boolean }
  | { do: "vote" | "unvote"; item: string }
  | {
      do: "board";
      title?: string;
      description?: string | null;
      sections?: { id?: string; title?: string; rev?: number }[];
      deletes?: string[];
      from?: { title?: string; description?: string };
      tree?: boolean;
    }
  | { do: "start"; count_time: unknown }
  | { do: "timer"; body: { count_time: unknown } | { pause_time: number } | { start_time: number } }
  | { do: "stop" }
  | { do: "sit" }
  | { do: "stand" }
  | { do: "deleteCards" }
  | { do: "resetVotes" }
  | { do: "option"; option: string; value: unknown };

/** The call that a command is: method, path below the board's address, body. */
export function callOf(command: Command): { method: "post" | "put" | "delete"; path: string; body?: object } {
  if (isActionCommand(command)) return actionCallOf(command);
  const { do: _, ...rest } = command;
  const { tree, item, ...fields } = rest as Record<string, unknown>;
  const query = tree === true ? "?return=items" : "";
  switch (command.do) {
    case "add":
    case "batch":
      return { method: "post", path: `/items${query}`, body: fields };
    case "edit":
      return { method: "put", path: `/items/${String(item)}${query}`, body: fields };
    case "move":
      return { method: "put", path: `/sort${query}`, body: { item_id: item, ...fields } };
    case "order":
      return { method: "put", path: `/order${query}`, body: fields };
    case "delete": {
      const { since, items } = command;
      const expected = since === undefined ? "" : `since=${since}&items=${items}`;
      const whole = [query.slice(1), expected].filter(Boolean).join("&");
      return { method: "delete", path: `/items/${String(item)}${whole && `?${whole}`}` };
    }
    case "vote":
      return { method: "post", path: `/items/${String(item)}/vote` };
    case "unvote":
      return { method: "delete", path: `/items/${String(item)}/vote` };
    case "board":
      return { method: "put", path: query, body: fields };
    case "start":
      return { method: "post", path: "/timers", body: fields };
    case "timer":
      return { method: "put", path: "/timers", body: command.body };
    case "stop":
      return { method: "delete", path: "/timers" };
    case "sit":
      return { method: "post", path: "/facilitators" };
    case "stand":
      return { method: "delete", path: "/facilitators" };
    case "option":
      return { method: "put", path: "/facilitators", body: fields };
    case "deleteCards":
      return { method: "put", path: "/delete-cards" };
    case "resetVotes":
      return { method: "put", path: "/reset-votes" };
    default:
      return command satisfies never;
  }
}

/** The call that a command is; see `callOf`. */
function actionCallOf(command: ActionCommand): {
  method: "post" | "put" | "delete";
  path: string;
  body?: object;
} {
  if (command.do === "addAction") {
    const { do: _, ...body } = command;
    return { method: "post", path: "/actions", body };
  }
  const { do: what, action: id, ...body } = command;
  const path = `/actions/${id}`;
  if (what === "editAction") return { method: "put", path, body };
  if (what === "moveAction") return { method: "put", path: `${path}/position`, body };
  if (what === "restoreAction") return { method: "post", path: `${path}/restore` };
  const { rev } = command as { rev?: number };
  return { method: "delete", path: rev === undefined ? path : `${path}?rev=${rev}` };
}
