import { describe } from "vitest";
import { observeOn } from "../observed-board.ts";
import { engines } from "./test-engines.ts";

// The tests of the commands run on SQLite where they are. Those that write every table of a board run here once
// more, on PostgreSQL; random commands of all kinds run there against the reference model.
const postgres = engines.find(({ name }) => name === "PostgreSQL");
if (postgres) observeOn(postgres);

const files = {
  "actions/actions": () => import("../../features/actions/actions.test.ts"),
  "boards/commands": () => import("../../features/boards/commands.test.ts"),
  "stickers/commands": () => import("../../features/stickers/commands.test.ts"),
  "stickers/restore-sticker": () => import("../../features/stickers/restore-sticker.test.ts"),
  "votes/commands": () => import("../../features/votes/commands.test.ts"),
};

for (const [name, load] of Object.entries(files))
  describe.skipIf(postgres === undefined)(`${name} on PostgreSQL`, async () => {
    await load();
  });
