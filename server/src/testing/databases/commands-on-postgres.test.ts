import { describe } from "vitest";
import { observeOn } from "../observed-board.ts";
import { engines } from "./test-engines.ts";

// The tests of the commands run on SQLite where they are; here they run once more, on PostgreSQL.
const postgres = engines.find(({ name }) => name === "PostgreSQL");
if (postgres) observeOn(postgres);

const files = {
  "actions/actions": () => import("../../features/actions/actions.test.ts"),
  "actions/hiding": () => import("../../features/actions/hiding.test.ts"),
  "boards/commands": () => import("../../features/boards/commands.test.ts"),
  "boards/lock": () => import("../../features/boards/lock.test.ts"),
  "facilitation/commands": () => import("../../features/facilitation/commands.test.ts"),
  "stickers/commands": () => import("../../features/stickers/commands.test.ts"),
  "stickers/moves": () => import("../../features/stickers/moves.test.ts"),
  "stickers/order-stickers": () => import("../../features/stickers/order-stickers.test.ts"),
  "stickers/restore-sticker": () => import("../../features/stickers/restore-sticker.test.ts"),
  "votes/commands": () => import("../../features/votes/commands.test.ts"),
};

for (const [name, load] of Object.entries(files))
  describe.skipIf(postgres === undefined)(`${name} on PostgreSQL`, async () => {
    await load();
  });
