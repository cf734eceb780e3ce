import type { SourceEdit } from "./mutant.ts";
import { type SyntaxNode, stripParentheses, isNode } from "./syntax.ts";

type Operator = (node: SyntaxNode, source: string, parent: SyntaxNode | undefined) => SourceEdit[];

const oppositeOperators: Record<string, readonly [to: string, operator: string]> = {
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
const removableMethods = new Set(
  "filter slice trim toSorted sort toReversed reverse normalize toLowerCase check where andWhere limit orderBy concat flat".split(
    " ",
  ),
);
const swappedMethods: Record<string, string> = { some: "every", every: "some", min: "max", max: "min" };
/** Comparisons of the query builder, as in `where("at", "<", now)`. */
const oppositeSqlOperators: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "=": "!=",
  "!=": "=",
};
const sqlMethods = new Set(["where", "andWhere", "on", "having", "whereRef", "onRef", "eb"]);

/** What each kind of node can become. */
export const mutationOperators: Record<string, Operator> = {
  BinaryExpression: mutateBinary,
  LogicalExpression: (node, source, parent) =>
    node["operator"] === "??"
      ? [replaceNode(node, sourceText(leftOperand(node), source), "no default")]
      : mutateBinary(node, source, parent),
  UnaryExpression: (node, source) =>
    node["operator"] === "!" || node["operator"] === "-"
      ? [replaceNode(node, `(${sourceText(node["argument"], source)})`, "negation")]
      : [],
  UpdateExpression: (node, source) => [
    replaceNode(
      node,
      sourceText(node, source).replace(
        node["operator"] === "++" ? "++" : "--",
        node["operator"] === "++" ? "--" : "++",
      ),
      "arithmetic",
    ),
  ],
  AssignmentExpression: (node, source) =>
    replaceOperator(node, source, assignments[String(node["operator"])], "arithmetic"),
  IfStatement: mutateCondition,
  ConditionalExpression: mutateCondition,
  WhileStatement: (node) => (isNode(node["test"]) ? [replaceNode(node["test"], "false", "condition")] : []),
  ExpressionStatement: (node) => (node["directive"] ? [] : [replaceNode(node, ";", "removed statement")]),
  ThrowStatement: (node) => [replaceNode(node, ";", "removed throw")],
  ContinueStatement: (node) => [replaceNode(node, ";", "removed statement")],
  ReturnStatement: mutateReturn,
  MemberExpression: (node, source) => {
    if (node["optional"] !== true || !isNode(node["object"])) return [];
    const end = node["object"].end;
    const at = source.indexOf("?.", end);
    return [
      { start: at, end: at + 2, replacement: node["computed"] ? "" : ".", operator: "no optional chain" },
    ];
  },
  CallExpression: mutateCall,
  Literal: mutateLiteral,
  ArrayExpression: (node) =>
    toNodes(node["elements"]).length > 0 ? [replaceNode(node, "[]", "emptied")] : [],
  ObjectExpression: (node, _source, parent) =>
    toNodes(node["properties"]).length > 0 && parent?.type !== "TSAsExpression"
      ? [replaceNode(node, "{}", "emptied")]
      : [],
};

function mutateBinary(node: SyntaxNode, source: string, parent: SyntaxNode | undefined): SourceEdit[] {
  const [to, operator] = oppositeOperators[String(node["operator"])] ?? [];
  const isText = [node["left"], node["right"]].some(
    (side) => isNode(side) && isString(stripParentheses(side)),
  );
  if (to === undefined || operator === undefined || (operator === "arithmetic" && isText)) return [];
  // Another mutant makes the whole condition true or false. A test that notices both notices this one too.
  if (operator === "comparison" && parent?.["test"] === node) return [];
  return replaceOperator(node, source, to, operator);
}

function isString({ type, value }: SyntaxNode): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}

/** Replaces the operator between the left and the right side. */
function replaceOperator(
  node: SyntaxNode,
  source: string,
  to: string | undefined,
  operator: string,
): SourceEdit[] {
  const at = source.indexOf(String(node["operator"]), leftOperand(node).end);
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

function mutateCondition(node: SyntaxNode): SourceEdit[] {
  const test = node["test"];
  return isNode(test) ? ["true", "false"].map((value) => replaceNode(test, value, "condition")) : [];
}

function mutateReturn(node: SyntaxNode, source: string): SourceEdit[] {
  const value = node["argument"];
  if (!isNode(value)) return [replaceNode(node, ";", "removed statement")];
  const kinds = ["Identifier", "CallExpression", "AwaitExpression", "MemberExpression", "NewExpression"];
  if (!kinds.includes(value.type) || sourceText(value, source) === "undefined") return [];
  return [replaceNode(value, "undefined", "return value")];
}

function mutateCall(node: SyntaxNode, source: string): SourceEdit[] {
  const callee = node["callee"];
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee["object"])) return [];
  const changes: SourceEdit[] = [];
  const property = callee["property"];
  if (!isNode(property)) return [];
  const name = sourceText(property, source);
  const object = sourceText(callee["object"], source);
  const swap = swappedMethods[name];
  if (removableMethods.has(name) && !node["optional"])
    changes.push(replaceNode(node, object, `removed .${name}()`));
  if (swap !== undefined && (object === "Math" || name === "some" || name === "every"))
    changes.push({ start: property.start, end: property.end, replacement: swap, operator: "method" });
  const [, compared] = toNodes(node["arguments"]);
  if (sqlMethods.has(name) && compared !== undefined && typeof compared["value"] === "string") {
    const flipped = oppositeSqlOperators[compared["value"]];
    if (flipped !== undefined)
      changes.push(replaceNode(compared, JSON.stringify(flipped), "query comparison"));
  }
  return changes;
}

function mutateLiteral(node: SyntaxNode, _source: string, parent: SyntaxNode | undefined): SourceEdit[] {
  const value = node["value"];
  if (typeof value === "boolean" && parent?.type !== "BinaryExpression")
    return [replaceNode(node, String(!value), "boolean")];
  if (typeof value === "number" && parent?.["key"] !== node)
    return [replaceNode(node, String(value + 1), "number")];
  const places = ["ReturnStatement", "ConditionalExpression", "ArrowFunctionExpression", "ArrayExpression"];
  if (typeof value === "string" && value !== "" && places.includes(parent?.type ?? ""))
    return [replaceNode(node, '""', "emptied")];
  return [];
}

function replaceNode({ start, end }: SyntaxNode, replacement: string, operator: string): SourceEdit {
  return { start, end, replacement, operator };
}

function leftOperand(node: SyntaxNode): SyntaxNode {
  return node["left"] as SyntaxNode;
}

function toNodes(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function sourceText(node: unknown, source: string): string {
  return isNode(node) ? source.slice(node.start, node.end) : "";
}
