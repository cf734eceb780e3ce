import { screen } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { Method } from "../board-state/apiCalls.ts";
import { browserEntryStorage } from "../board-state/storage/browserEntryStorage.ts";
import { ModelServer } from "../board-state/testing/modelServer.ts";
import { person } from "../board-state/testing/faultyNetwork.ts";
import { RefusalError } from "../board-state/testing/refusalError.ts";
import {
  startPageNetwork,
  type PageRequest,
  type PageNetwork,
  type Reply,
  type Route,
} from "./pageNetwork.ts";
import { openAddress } from "./page.tsx";

/** A board in the page with a model server: Ann looks at the page, Bob acts through `actAs`. */

export interface BoardPage {
  network: PageNetwork;
  server: ModelServer;
  /** Makes a call as another user; Ann's page gets no event about it. */
  actAs: (user: string, method: Method, below: string, body?: unknown) => void;
}

export function startBoardPage(routes: Record<string, Route> = {}): BoardPage {
  onTestFinished(forgetUnsent);
  const server = new ModelServer([person("ann"), person("bob")], Date.now);
  const handle = (user: string, method: Method, path: string, body: unknown) =>
    server.handle({ id: user, socketId: undefined }, method, path, body);
  const answer = ({ method, path, body }: PageRequest): Reply => {
    try {
      const { data, meta } = handle("ann", method as Method, path, body);
      return { data, meta };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const { status, code, data } = error;
      return { status, message: error.message, ...(code !== undefined && { code }), data };
    }
  };
  const network = startPageNetwork({
    "GET boards/board*": answer,
    "POST boards/board*": answer,
    "PUT boards/board*": answer,
    "DELETE boards/board*": answer,
    ...routes,
  });
  return {
    network,
    server,
    actAs: (user, method, below, body) => void handle(user, method, `boards/board${below}`, body),
  };
}

/** What Ann has typed and not sent would be on the board of the next test. */
async function forgetUnsent(): Promise<void> {
  const storage = browserEntryStorage();
  for (const { key } of await storage.takeOver("board", "ann")) storage.remove(key);
}

/** Opens the board's screen and waits until it is shown. */
export async function visitBoard(options: Parameters<typeof openAddress>[1] = {}) {
  const page = await openAddress("/boards/board", options);
  await screen.findByRole("heading", { level: 1, name: "Retro" });
  return page;
}
