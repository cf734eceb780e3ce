import { screen } from "@testing-library/react";
import type { Method } from "../board-state/api.ts";
import { createModelServer, type ModelServer } from "../board-state/testing/model-server.ts";
import { person } from "../board-state/testing/network.ts";
import { Refused } from "../board-state/testing/refused.ts";
import { startNetwork, type Asked, type Network, type Reply, type Route } from "./network.ts";
import { visit } from "./page.tsx";

/** A board in the page, and the server behind it: Ann looks at it, Bob acts through `as`. */

export interface OpenBoard {
  network: Network;
  server: ModelServer;
  /** What another user does; Ann's page gets no event about it. */
  as: (user: string, method: Method, below: string, body?: unknown) => void;
}

export function startBoard(routes: Record<string, Route> = {}): OpenBoard {
  const server = createModelServer([person("ann"), person("bob")], Date.now, () => undefined);
  const handle = (user: string, method: Method, path: string, body: unknown): Reply => {
    try {
      const { data, meta } = server.handle({ id: user, socketId: undefined }, method, path, body);
      return { data, meta };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code, data } = error;
      return { status, message: error.message, ...(code !== undefined && { code }), data };
    }
  };
  const answer = ({ method, path, body }: Asked) => handle("ann", method as Method, path, body);
  const network = startNetwork({
    "GET boards/board*": answer,
    "POST boards/board*": answer,
    "PUT boards/board*": answer,
    "DELETE boards/board*": answer,
    ...routes,
  });
  return {
    network,
    server,
    as: (user, method, below, body) => void handle(user, method, `boards/board${below}`, body),
  };
}

/** Opens the board's screen and waits until it is there. */
export async function visitBoard(options: Parameters<typeof visit>[1] = {}) {
  const page = await visit("/boards/board", options);
  await screen.findByRole("heading", { level: 1, name: "Retro" });
  return page;
}
