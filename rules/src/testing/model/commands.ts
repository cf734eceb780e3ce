interface SentFields {
  owner_id?: string | null;
  owner_name?: string | null;
  due_on?: string | null;
  link?: string | null;
}

/** A command on actions. */
export type ActionCommand =
  | (SentFields & {
      do: "addAction";
      text: string;
      id?: string;
      source_item_id?: string | null;
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

export interface Move {
  item_id: string;
  parent_id: string;
  position?: number;
  after_id?: string | null;
  from?: { parent_id: string; order: string };
}

/**
 * What a user sends, with every id resolved: plain data, so that a failing run can be printed and kept.
 * `tree`: the answer shall be the board's tree.
 */
export type Command = { tree?: boolean } & (
  | ActionCommand
  | { do: "add"; parent_id: string; title: string; id?: string | null; style?: unknown }
  | { do: "batch"; parent_id: string; items: { title: string; id?: string; style?: unknown }[] }
  | {
      do: "edit";
      item: string;
      title?: string;
      style?: unknown;
      name?: string | null;
      note?: string | null;
      rev?: number | null;
    }
  | ({ do: "move" } & Move)
  | { do: "moves"; moves: Move[] }
  | { do: "order"; orders: { parent_id: string; from: string[]; to: string[] }[] }
  | { do: "delete"; item: string; rev?: number; since?: number; items?: number }
  | { do: "restore"; item: string }
  | { do: "vote"; item: string }
  | { do: "unvote"; item: string }
  | { do: "react"; item: string; kind: string }
  | { do: "unreact"; item: string; kind: string }
  | {
      do: "board";
      title?: string;
      description?: string | null;
      sections?: { id?: string; title?: string; rev?: number }[];
      deletes?: string[];
      since?: number;
      from?: { title?: string; description?: string };
    }
  | { do: "start"; count_time: unknown }
  | { do: "timer"; count_time?: unknown; pause_time?: number; start_time?: number }
  | { do: "option"; option: string; value: unknown }
  | { do: "stop" }
  | { do: "sit" }
  | { do: "stand" }
  | { do: "deleteCards" }
  | { do: "resetVotes" }
  | {
      do: "openRound";
      name?: string;
      sections?: string[];
      perSticker?: number;
      votes?: { limit: number; item: "board" | "section" };
      concealVoteCount?: boolean;
    }
  | { do: "closeRound" }
);

type Method = "post" | "put" | "delete";

/** Where each command is sent, below the board's address: `:` stands for a field that is not in the body. */
const routes: Record<Command["do"], [Method, string]> = {
  batch: ["post", "/items"],
  add: ["post", "/items"],
  edit: ["put", "/items/:item"],
  moves: ["put", "/sort"],
  move: ["put", "/sort"],
  order: ["put", "/order"],
  delete: ["delete", "/items/:item"],
  restore: ["post", "/items/:item/restore"],
  vote: ["post", "/items/:item/vote"],
  unvote: ["delete", "/items/:item/vote"],
  react: ["put", "/items/:item/reactions/:kind"],
  unreact: ["delete", "/items/:item/reactions/:kind"],
  board: ["put", ""],
  start: ["post", "/timers"],
  timer: ["put", "/timers"],
  stop: ["delete", "/timers"],
  sit: ["post", "/facilitators"],
  stand: ["delete", "/facilitators"],
  option: ["put", "/facilitators"],
  deleteCards: ["put", "/delete-cards"],
  resetVotes: ["put", "/reset-votes"],
  openRound: ["post", "/rounds"],
  closeRound: ["delete", "/rounds"],
  addAction: ["post", "/actions"],
  editAction: ["put", "/actions/:action"],
  moveAction: ["put", "/actions/:action/position"],
  deleteAction: ["delete", "/actions/:action"],
  restoreAction: ["post", "/actions/:action/restore"],
};

/**
 * The call that a command is: method, path below the board's address, body. What a deletion expects is in the
 * query.
 */
export function callOf({ do: name, tree, ...rest }: Command): {
  method: Method;
  path: string;
  body?: object;
} {
  const [method, pattern] = routes[name];
  const fields: Record<string, unknown> = { ...rest };
  const path = pattern.replaceAll(/:(\w+)/g, (_, field: string) => {
    const { [field]: id } = fields;
    delete fields[field];
    return String(id);
  });
  const expected =
    method === "delete" ? Object.entries(fields).map(([field, value]) => `${field}=${String(value)}`) : [];
  const query = [...(tree === true ? ["return=items"] : []), ...expected].join("&");
  const hasBody =
    method === "put" || name === "openRound" || (method === "post" && Object.keys(fields).length > 0);
  return { method, path: query === "" ? path : `${path}?${query}`, ...(hasBody && { body: fields }) };
}

/** The command that a call is; null if the board has no such call. @param path below the board's address */
export function commandOf(method: string, path: string, body: object = {}): Command | null {
  const [pathname = "", query = ""] = path.split("?");
  for (const [name, [by, pattern]] of Object.entries(routes)) {
    const found = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`).exec(pathname);
    if (
      found === null ||
      by !== method.toLowerCase() ||
      (name === "batch" && !("items" in body)) ||
      (name === "moves" && !("moves" in body))
    )
      continue;
    const expected = query.split("&").map((part) => part.split("="));
    const numbers = expected.flatMap(([field = "", value]) =>
      /^\d+$/.test(value ?? "") ? [[field, Number(value)]] : [],
    );
    const tree = query.includes("return=items");
    return { do: name, ...found.groups, ...body, ...Object.fromEntries(numbers), tree } as Command;
  }
  return null;
}
