import { type SyntaxNode, listCodeChildren, isNode, parseSource } from "./syntax.ts";

/** Code that always runs from its start: the body of a function, a branch, the body of a loop. */
export interface Block {
  start: number;
  end: number;
  /** How to insert a counter: into the braces, with new braces, or into an expression. */
  kind: "braces" | "statement" | "expression";
}

const branchKeys: Record<string, readonly string[]> = {
  IfStatement: ["consequent", "alternate"],
  ForStatement: ["body"],
  ForOfStatement: ["body"],
  ForInStatement: ["body"],
  WhileStatement: ["body"],
  DoWhileStatement: ["body"],
};

/** The blocks of a program, outer blocks before the blocks in them. */
export function findBlocks(program: SyntaxNode): Block[] {
  const blocks: Block[] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === "BlockStatement") blocks.push({ start: node.start, end: node.end, kind: "braces" });
    for (const key of branchKeys[node.type] ?? []) {
      const branch = node[key];
      if (isNode(branch) && branch.type !== "BlockStatement")
        blocks.push({ start: branch.start, end: branch.end, kind: "statement" });
    }
    const body = node["body"];
    if (node.type === "ArrowFunctionExpression" && isNode(body) && body.type !== "BlockStatement")
      blocks.push({ start: body.start, end: body.end, kind: "expression" });
    for (const child of listCodeChildren(node)) visit(child);
  };
  visit(program);
  return blocks;
}

/** The number of the innermost block around a position; -1 outside all blocks. */
export function findBlockAt(blocks: readonly Block[], position: number): number {
  let found = -1;
  let size = Number.POSITIVE_INFINITY;
  for (const [at, { start, end }] of blocks.entries()) {
    if (start > position || position >= end || end - start >= size) continue;
    found = at;
    size = end - start;
  }
  return found;
}

/** The source with a call in each block that reports it under `<file>#<number>` to `globalThis.mutantHits`. */
export function insertCounters(file: string, source: string): string {
  const parts: { at: number; text: string }[] = [];
  for (const [at, { start, end, kind }] of findBlocks(parseSource(file, source)).entries()) {
    const hit = `globalThis.mutantHits?.add(${JSON.stringify(`${file}#${at}`)})`;
    if (kind === "braces") parts.push({ at: start + 1, text: `${hit};` });
    if (kind === "statement") parts.push({ at: start, text: `{${hit};` }, { at: end, text: "}" });
    if (kind === "expression") parts.push({ at: start, text: `(${hit}, ` }, { at: end, text: ")" });
  }
  let code = "";
  let from = 0;
  for (const { at, text } of parts.toSorted((a, b) => a.at - b.at)) {
    code += source.slice(from, at) + text;
    from = at;
  }
  return code + source.slice(from);
}
