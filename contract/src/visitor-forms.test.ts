import { createContact, createFeedback, createLog, createSubscriber } from "./visitor-forms.ts";
import { repeatLetter } from "./testing/schema-issues.ts";
import { solution, solutionRows, table, textRows } from "./testing/schema-tables.ts";

const message = {
  email: "ann@example.com",
  name: "Ann",
  inquiry: "Help",
  subject: "S",
  message: "M",
  solution,
};
table("POST contacts", createContact, [
  ["whole", message, "ok"],
  ...["name", "inquiry", "subject"].flatMap((field) =>
    textRows(message, field, 255, "validation.required", "validation.maxLength"),
  ),
  ...textRows(message, "message", 1000, "validation.required", "validation.maxLength"),
  ["without an address", { ...message, email: "" }, ["email: validation.required"]],
  ["with an address that is none", { ...message, email: "ann" }, ["email: validation.emailInvalid"]],
  ...solutionRows(message),
]);

table("POST subscribers", createSubscriber, [
  ["whole", { email: "ann@example.com", solution }, "ok"],
  ["without an address", { solution }, ["email: validation.required"]],
  ["with an address that is none", { email: "ann@", solution }, ["email: validation.emailInvalid"]],
  ...solutionRows({ email: "ann@example.com", solution }),
]);

const feedback = { name: "Ann", comment: "Good", agree: true };
table("POST feedback", createFeedback, [
  ["without an address", feedback, "ok"],
  ["with an empty address", { ...feedback, email: "" }, "ok"],
  ["with an address", { ...feedback, email: "ann@example.com" }, "ok"],
  ["with an address that is none", { ...feedback, email: "ann" }, ["email: feedback.emailInvalid"]],
  ["without consent", { ...feedback, agree: false }, ["agree: feedback.agreeRequired"]],
  ["with consent left out", { name: "Ann", comment: "Good" }, ["agree: feedback.agreeRequired"]],
  ["with consent as text", { ...feedback, agree: "true" }, ["agree: feedback.agreeRequired"]],
  ...textRows(feedback, "name", 255, "feedback.nameRequired", "validation.maxAllowed"),
  ...textRows(feedback, "comment", 1000, "feedback.commentRequired", "validation.maxAllowed"),
]);

table("POST logger", createLog, [
  ["an event", { event: 100 }, "ok"],
  ["with an object of 255", { event: 104, object: repeatLetter(255) }, "ok"],
  ["with an object of 256", { event: 104, object: repeatLetter(256) }, ["object: validation.maxAllowed"]],
  ["with null for the object", { event: 104, object: null }, "ok"],
  ["with half an event", { event: 100.5 }, ["event: validation.invalid"]],
  ["with an event as text", { event: "100" }, ["event: validation.invalid"]],
  ["without an event", {}, ["event: validation.invalid"]],
]);
