import { expect, it } from "vitest";
import { tokenFaults } from "./tokens.mjs";

const tokens = ":where(html) { --space-8: 8px; }";
const faultsOf = (file, code) =>
  tokenFaults(["web/src/theme/tokens.css", "web/src/used.css", file], (name) => {
    if (name === file) return code;
    return name.endsWith("tokens.css") ? tokens : "a { gap: var(--space-8); }";
  });

it.each([
  ["a colour", "web/src/a.css", "a { color: #fff; }", "has #fff"],
  ["a colour as a function", "web/src/a.css", "a { color: rgb(0 0 0 / 8%); }", "has rgb("],
  ["a colour in a component", "web/src/a.tsx", 'const ink = "#1d1b24";', "has #1d1b24"],
  ["a colour of a modern function", "web/src/a.css", "a { color: oklch(60% 0.2 20); }", "has oklch("],
  ["a colour in single quotes", "web/src/a.tsx", "const ink = '#1d1b24';", "has #1d1b24"],
  ["a negative size", "web/src/a.css", "a { margin: -8px; }", "has 8px"],
  ["a size", "web/src/a.css", "a { padding: 0 8px; }", "has 8px"],
  ["a duration", "web/src/a.css", "a { transition: color 0.2s; }", "has 0.2s"],
  ["a named colour", "web/src/a.css", "a { border: 1px solid red; }", "has red"],
  ["a corner", "web/src/a.css", "a { border-top-left-radius: 5px; }", "has 5px"],
  ["a size of type", "web/src/a.css", "a { font: 600 0.75rem/1 serif; }", "has 0.75rem"],
  ["a named colour in a component", "web/src/a.tsx", 'a = <a style={{ color: "white" }} />;', "has white"],
  ["pixels in a component", "web/src/a.tsx", 'const gap = "0 8px";', "has 8px"],
  [
    "a number in a style",
    "web/src/a.tsx",
    "a = <a style={{ top: 0, marginRight: -6 }} />;",
    "has marginRight: -6",
  ],
  [
    "a colour of its own in the page",
    "web/index.html",
    "<style>a { color: #123456; }</style>",
    "has #123456",
  ],
  ["a size of its own beside the app", "web/public/offline.css", "a { gap: 13px; }", "has 13px"],
  ["a token that does not exist", "web/src/a.css", "a { gap: var(--space-9); }", "uses --space-9"],
])("refuses %s", (_name, file, code, fault) => {
  expect(faultsOf(file, code)).toEqual([expect.stringContaining(fault)]);
});

it("accepts nothing, hairlines, conditions of queries, comments, addresses and tokens", () => {
  const code = `/* 8px #fff */ @media (min-width: 600px) { a { border: 1px solid; margin: 0px var(--space-8); width: 97px; } }`;
  expect(faultsOf("web/src/a.css", code)).toEqual([]);
  const component = `const q = "(min-width: 900px)"; a = <a href="#red" style={{ opacity: 0.5, width: n * 20, flex: 1 }} />;`;
  expect(faultsOf("web/src/a.tsx", component)).toEqual([]);
  expect(
    faultsOf("web/src/a.css", "a { white-space: nowrap; animation: red-alert; } .red { margin: 0; }"),
  ).toEqual([]);
  expect(faultsOf("web/index.html", "<style>a { gap: 8px; }</style>")).toEqual([]);
});

it("refuses a token that nothing uses", () => {
  expect(tokenFaults(["web/src/theme/tokens.css"], () => tokens)).toEqual([
    "web/src/theme/tokens.css: nothing uses --space-8.",
  ]);
});
