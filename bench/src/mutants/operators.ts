import type { Change } from "./mutant.ts";
import { type SyntaxNode, bare, isNode } from "./syntax.ts";

type Operator = (node: SyntaxNode, source: string, parent: SyntaxNode | undefined) => Change[];

const flips: Record<string, readonly [to: string, operator: string]> = {
  "<": ["<=", "boundary"],
  "<=": ["<", "boundary"],
  ">": [">=", "boundary"],
  ">=": [">", "boundary"],
  "===": ["!==", "comparison"],
  "!==": ["===", "comparison"],
  "==": ["!=", "comparison"],
  "!=": ["==", "comparison"],
  "+": ["-", "arithmetic"],
  "-": ["+", "arithmetic"],
  "*": ["/", "arithmetic"],
  "/": ["*", "arithmetic"],
  "%": ["*", "arithmetic"],
  "&&": ["||", "logic"],
  "||": ["&&", "logic"],
};
const assignments: Record<string, string> = { "+=": "-=", "-=": "+=", "??=": "=" };

/** Methods in a chain that change its value: the mutant leaves the call out of the chain. */
const links = new Set(
  "filter slice trim toSorted sort toReversed reverse normalize toLowerCase check where andWhere limit orderBy concat flat".split(
    " ",
  ),
);
const swaps: Record<string, string> = { some: "every", every: "some", min: "max", max: "min" };
/** Comparisons of the query builder, as in `where("at", "<", now)`. */
const sqlFlips: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "=" };
const sqlMethods = new Set(["where", "andWhere", "on", "having", "whereRef", "onRef", "eb"]);

/** What each kind of node can become. */
export const operators: Record<string, Operator> = {
  BinaryExpression: binary,
  LogicalExpression: (node, source, parent) =>
    node["operator"] === "??"
      ? [change(node, text(left(node), source), "no default")]
      : binary(node, source, parent),
  UnaryExpression: (node, source) =>
    node["operator"] === "!" || node["operator"] === "-"
      ? [change(node, `(${text(node["argument"], source)})`, "negation")]
      : [],
  UpdateExpression: (node, source) => [
    change(
      node,
      text(node, source).replace(
        node["operator"] === "++" ? "++" : "--",
        node["operator"] === "++" ? "--" : "++",
      ),
      "arithmetic",
    ),
  ],
  AssignmentExpression: (node, source) =>
    between(node, source, assignments[String(node["operator"])], "arithmetic"),
  IfStatement: condition,
  ConditionalExpression: condition,
  WhileStatement: (node) => (isNode(node["test"]) ? [change(node["test"], "false", "condition")] : []),
  ExpressionStatement: (node) => (node["directive"] ? [] : [change(node, ";", "removed statement")]),
  ThrowStatement: (node) => [change(node, ";", "removed throw")],
  ContinueStatement: (node) => [change(node, ";", "removed statement")],
  ReturnStatement: returned,
  MemberExpression: (node, source) => {
    if (node["optional"] !== true || !isNode(node["object"])) return [];
    const end = node["object"].end;
    const at = source.indexOf("?.", end);
    return [
      { start: at, end: at + 2, replacement: node["computed"] ? "" : ".", operator: "no optional chain" },
    ];
  },
  CallExpression: call,
  Literal: literal,
  ArrayExpression: (node) => (list(node["elements"]).length > 0 ? [change(node, "[]", "emptied")] : []),
  ObjectExpression: (node, _source, parent) =>
    list(node["properties"]).length > 0 && parent?.type !== "TSAsExpression"
      ? [change(node, "{}", "emptied")]
      : [],
};

function binary(node: SyntaxNode, source: string, parent: SyntaxNode | undefined): Change[] {
  const [to, operator] = flips[String(node["operator"])] ?? [];
  const isText = [node["left"], node["right"]].some((side) => isNode(side) && isString(bare(side)));
  if (to === undefined || operator === undefined || (operator === "arithmetic" && isText)) return [];
  // Another mutant already makes the whole condition true or false; a test that notices both notices this too.
  if (operator === "comparison" && parent?.["test"] === node) return [];
  return between(node, source, to, operator);
}

function isString({ type, value }: SyntaxNode): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}

/** Replaces the operator between the left and the right side. */
function between(node: SyntaxNode, source: string, to: string | undefined, operator: string): Change[] {
  const at = source.indexOf(String(node["operator"]), left(node).end);
  const right = node["right"];
  if (to === undefined || !isNode(right)) return [];
  return [
    {
      start: node.start,
      end: node.end,
      replacement: `${source.slice(node.start, at)}${to}${source.slice(at + String(node["operator"]).length, node.end)}`,
      operator,
    },
  ];
}

function condition(node: SyntaxNode): Change[] {
  const test = node["test"];
  return isNode(test) ? ["true", "false"].map((value) => change(test, value, "condition")) : [];
}

function returned(node: SyntaxNode, source: string): Change[] {
  const value = node["argument"];
  if (!isNode(value)) return [change(node, ";", "removed statement")];
  const kinds = ["Identifier", "CallExpression", "AwaitExpression", "MemberExpression", "NewExpression"];
  if (!kinds.includes(value.type) || text(value, source) === "undefined") return [];
  return [change(value, "undefined", "return value")];
}

function call(node: SyntaxNode, source: string): Change[] {
  const callee = node["callee"];
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee["object"])) return [];
  const changes: Change[] = [];
  const property = callee["property"];
  if (!isNode(property)) return [];
  const name = text(property, source);
  const object = text(callee["object"], source);
  const swap = swaps[name];
  if (links.has(name) && !node["optional"]) changes.push(change(node, object, `removed .${name}()`));
  if (swap !== undefined && (object === "Math" || name === "some" || name === "every"))
    changes.push({ start: property.start, end: property.end, replacement: swap, operator: "method" });
  const [, compared] = list(node["arguments"]);
  if (sqlMethods.has(name) && compared !== undefined && typeof compared["value"] === "string") {
    const flipped = sqlFlips[compared["value"]];
    if (flipped !== undefined) changes.push(change(compared, JSON.stringify(flipped), "query comparison"));
  }
  return changes;
}

function literal(node: SyntaxNode, _source: string, parent: SyntaxNode | undefined): Change[] {
  const value = node["value"];
  if (typeof value === "boolean" && parent?.type !== "BinaryExpression")
    return [change(node, String(!value), "boolean")];
  if (typeof value === "number" && parent?.["key"] !== node)
    return [change(node, String(value + 1), "number")];
  const places = ["ReturnStatement", "ConditionalExpression", "ArrowFunctionExpression", "ArrayExpression"];
  if (typeof value === "string" && value !== "" && places.includes(parent?.type ?? ""))
    return [change(node, '""', "emptied")];
  return [];
}

function change({ start, end }: SyntaxNode, replacement: string, operator: string): Change {
  return { start, end, replacement, operator };
}

function left(node: SyntaxNode): SyntaxNode {
  return node["left"] as SyntaxNode;
}

function list(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function text(node: unknown, source: string): string {
  return isNode(node) ? source.slice(node.start, node.end) : "";
}
