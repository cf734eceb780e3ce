/** Text that Markdown shows as it was written: in files [X4], and where the summary of a meeting is pasted. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\`*_[\]<>~|&]/gu, "\\$&")
      // Spaces of one line only: `\s` would match all lines that follow, again for each line.
      .replace(/^([^\S\r\n\u2028\u2029]*)([#+\-=])/gmu, "$1\\$2")
      .replace(/^([^\S\r\n\u2028\u2029]*\d+)([.)])/gmu, "$1\\$2")
  );
}
