import { expect, test } from "vitest";
import { licencesPage } from "./licences.mjs";

const mit = { version: "1.0.0", license: "MIT" };

function lockOf(packages) {
  return {
    packages: {
      server: { dependencies: { "@retro/rules": "1.0.0", a: "^1.0.0" }, devDependencies: { tool: "^1.0.0" } },
      web: { dependencies: { "@retro/rules": "1.0.0" } },
      rules: { dependencies: { shared: "^1.0.0" } },
      "node_modules/@retro/rules": { resolved: "rules", link: true },
      "node_modules/shared": mit,
      "node_modules/tool": mit,
      ...packages,
    },
  };
}
const rowsOf = (page) => page.split("\n").filter((line) => / \| (server|web)/.test(line));

test("lists what the server and the web need at run time, through our own packages too, without tools", () => {
  expect(rowsOf(licencesPage(lockOf({ "node_modules/a": mit })))).toEqual([
    "| a | 1.0.0 | MIT | server |",
    "| shared | 1.0.0 | MIT | server, web |",
  ]);
});

test("a package gets the version that Node finds for it, its nested one first", () => {
  const page = licencesPage(
    lockOf({
      "node_modules/a": { ...mit, dependencies: { shared: "^2.0.0" } },
      "node_modules/a/node_modules/shared": { version: "2.0.0", license: "ISC" },
    }),
  );
  expect(rowsOf(page)).toContain("| shared | 2.0.0 | ISC | server |");
});

test("lists optional packages of other platforms and required peers, and no optional peer", () => {
  const page = licencesPage(
    lockOf({
      "node_modules/a": {
        ...mit,
        optionalDependencies: { native: "^1.0.0" },
        peerDependencies: { peer: "^1.0.0", extra: "^1.0.0" },
        peerDependenciesMeta: { extra: { optional: true } },
      },
      "node_modules/native": mit,
      "node_modules/peer": mit,
      "node_modules/extra": mit,
    }),
  );
  expect(rowsOf(page).map((row) => row.split(" ")[1])).toEqual(["a", "native", "peer", "shared"]);
});

test("refuses a package without a known licence, and names it", () => {
  expect(() => licencesPage(lockOf({ "node_modules/a": { version: "1.0.0" } }))).toThrow(
    "No licence known: a.",
  );
});
