import { type ActionCommand, actionCallOf, isActionCommand } from "./action-commands.ts";

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
