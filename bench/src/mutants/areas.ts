import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

interface Area {
  folders: readonly string[];
  /** Folders whose tests judge the area: the level where its faults should be noticed. */
  tests: readonly string[];
  aim: string;
}

const features = ["actions", "boards", "stickers", "spaces", "votes", "facilitation", "people"].map(
  (name) => `server/src/features/${name}`,
);

const otherFeatures = [
  "activity",
  "admin",
  "captcha",
  "exports",
  "feedback",
  "housekeeping",
  "notices",
  "outreach",
  "privacy",
  "templates",
].map((name) => `server/src/features/${name}`);

const platform = ["db", "http", "jobs", "limits", "realtime"].map((name) => `server/src/${name}`);

/** The parts of the product whose tests are measured, and the score that each should reach. */
export const areas: Record<string, Area> = {
  rules: { folders: ["rules/src"], tests: ["rules/src"], aim: "85%" },
  contract: { folders: ["contract/src"], tests: ["contract/src", "rules/src"], aim: "" },
  server: {
    folders: [...features, "server/src/board"],
    // These features also call the commands of boards: retention, erasure, files.
    tests: [
      ...features,
      "server/src/board",
      "server/src/testing",
      ...["housekeeping", "privacy", "exports"].map((name) => `server/src/features/${name}`),
      // What the routes refuse, and what they cost.
      "server/src/http",
      "server/src/limits",
    ],
    aim: "85%",
  },
  features: { folders: otherFeatures, tests: otherFeatures, aim: "" },
  platform: { folders: platform, tests: [...platform, ...otherFeatures], aim: "" },
  "board-state": { folders: ["web/src/board-state"], tests: ["web/src/board-state"], aim: "75%" },
};

/** Texts and tables that hold no decisions, and code that only tests use. */
const excludedFiles = [
  /\.(?:test|spec)\./,
  /\.d\.ts$/,
  /\/(?:testing|fuzz)\//,
  /^contract\/src\/messages\/(?:en|ru)/,
  /^server\/src\/features\/templates\/(?:art\/|catalogue-)/,
  /^server\/src\/features\/outreach\/legal\//,
  /^server\/src\/db\/migrations\//,
  /^server\/src\/realtime\/testing\.ts$/,
];

/** The source files of an area, by their paths from the root, sorted. */
export function listSourceFiles(root: string, area: string): string[] {
  return (areas[area]?.folders ?? []).flatMap((folder) => listSourcesIn(root, folder)).toSorted();
}

function listSourcesIn(root: string, folder: string): string[] {
  return listFiles(root, folder).filter(
    (file) => file.endsWith(".ts") && !excludedFiles.some((pattern) => pattern.test(file)),
  );
}

/** All files below a folder, by their paths from the root. */
function listFiles(root: string, folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch {
    // A version may lack a folder of an area.
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** The test files that judge an area. */
export function listTestFiles(root: string, area: string): string[] {
  return (areas[area]?.tests ?? [])
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .toSorted();
}

export function readSource(root: string, file: string): string {
  return readFileSync(join(root, file), "utf8");
}
