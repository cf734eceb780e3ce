import { boardsInFile } from "./boardsInFile.ts";

/** Splits a file beside the page: 50 MB would block the page for a second. */
addEventListener("message", ({ data }: MessageEvent<File>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of the same origin
  const answer = (boards: File[]) => postMessage(boards);
  void boardsInFile(data).then(answer, () => answer([data]));
});
