// Answers to ai_sdk.py, one line for each line of standard input: what releases of the AI SDK say about messages.
//
// {"kind":"ui","messages":[…]} gives {"errors":{"5":"…"},"models":{"7":[…]}}
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

globalThis.AI_SDK_LOG_WARNINGS = false;
const require = createRequire(process.argv[2] + "/");
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const releases = { 5: await load("ai5"), 6: await load("ai6"), 7: await load("ai7") };
const old = await load("ai4");
const mocks = { 5: (await load("ai5/test")).MockLanguageModelV2, 6: (await load("ai6/test")).MockLanguageModelV3, 7: (await load("ai7/test")).MockLanguageModelV4 };

// What the API of a release gives and takes: 6 and 7 have details of usage and a reason of their own.
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const answer = { content: [{ type: "text", text: "continued" }], warnings: [] };
const answers = {
  5: { ...answer, finishReason: "stop", usage },
  6: { ...answer, finishReason: { unified: "stop", raw: "stop" }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } },
  7: { ...answer, finishReason: { unified: "stop", raw: "stop" }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } },
};

async function ui(messages, out) {
  for (const [name, ai] of Object.entries(releases)) {
    const checked = await ai.safeValidateUIMessages({ messages });
    if (!checked.success) out.errors[name] = String(checked.error).slice(-600);
    else out.models[name] = await ai.convertToModelMessages(checked.data);
  }
}

function model(messages, out) {
  for (const [name, ai] of Object.entries(releases)) {
    const checked = ai.modelMessageSchema.array().safeParse(messages);
    if (!checked.success) out.errors[name] = JSON.stringify(checked.error.issues).slice(0, 600);
  }
}

function core(messages, out) {
  const checked = old.coreMessageSchema.array().safeParse(messages);
  if (!checked.success) out.errors[4] = JSON.stringify(checked.error.issues).slice(0, 600);
  out.models[4] = messages;
}

async function proceed(messages, out) {
  for (const [name, ai] of Object.entries(releases)) {
    const asked = new mocks[name]({ supportedUrls: { "*/*": [/.*/] }, doGenerate: async () => answers[name] });
    const checked = await ai.validateUIMessages({ messages: [...messages, { id: "next", role: "user", parts: [{ type: "text", text: "go on" }] }] });
    const prompt = await ai.convertToModelMessages(checked, { ignoreIncompleteToolCalls: true });
    const done = await ai.generateText({ model: asked, messages: prompt, allowSystemInMessages: true });
    if (done.text !== "continued") out.errors[name] = `the model answered ${done.text}`;
    out.models[name] = asked.doGenerateCalls[0].prompt;
  }
}

const kinds = {
  ui,
  model,
  core,
  proceed,
  v4: (messages, out) => core((out.models[4] = old.convertToCoreMessages(messages)), out),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, messages } = JSON.parse(line);
  const out = { errors: {}, models: {} };
  try {
    await kinds[kind](messages, out);
  } catch (error) {
    out.errors.thrown = String(error).slice(0, 600);
  }
  console.log(JSON.stringify(out));
}
