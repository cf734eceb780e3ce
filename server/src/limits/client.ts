/** HTTP counts the address when a request arrives, the session once the database knows it. */
export interface Client {
  session?: string | null;
  address?: string | null;
}
