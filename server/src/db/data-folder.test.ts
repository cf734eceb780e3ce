import { expect, test } from "vitest";
import { unreliableFileSystem } from "./data-folder.ts";

test.each([
  ["NFS", 0x6969],
  ["SMB", 0x517b],
  ["SMB", 0xfe534d42],
  ["CIFS", 0xff534d42],
  ["FUSE", 0x65735546],
])("a data folder on %s is warned of (%i)", (name, type) => {
  expect(unreliableFileSystem(type)).toBe(name);
});

test.each([
  ["ext4", 0xef53],
  ["XFS", 0x58465342],
  ["Btrfs", 0x9123683e],
  ["ZFS", 0x2fc12fc1],
  ["overlay", 0x794c7630],
  ["tmpfs", 0x01021994],
])("a data folder on %s is not (%i)", (_name, type) => {
  expect(unreliableFileSystem(type)).toBeUndefined();
});
