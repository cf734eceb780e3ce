import "fake-indexeddb/auto";
import { IDBObjectStore } from "fake-indexeddb";

let isFull = false;
const store = IDBObjectStore.prototype;
const put = Reflect.get(store, "put") as (
  this: IDBObjectStore,
  value: unknown,
  key?: IDBValidKey,
) => IDBRequest;
/** As browsers do: the request is taken, and its transaction fails. */
store.put = function putIfRoom(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
  const request = put.call(this, value, key);
  if (isFull) this.transaction.abort();
  return request;
} as typeof store.put;

/** The disk is full from now on, or has room again: IndexedDB refuses every write. */
export function setDiskFull(full: boolean): void {
  isFull = full;
}
