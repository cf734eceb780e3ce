import fc from "fast-check";

/* Loaded before each test file that judges a mutant: one failure is enough, and nobody reads the shortest one. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
