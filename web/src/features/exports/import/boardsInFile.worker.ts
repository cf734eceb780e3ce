import { boardsInFile } from "./boardsInFile.ts";

/** Takes a file apart beside the page: 50 MB would hold it up for a second. */
addEventListener("message", ({ data }: MessageEvent<File>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of the same origin
  const answer = (boards: File[]) => postMessage(boards);
  void boardsInFile(data).then(answer, () => answer([data]));
});
