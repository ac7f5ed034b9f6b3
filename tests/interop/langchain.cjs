// Loads each line, a list of stored messages, with @langchain/core, has a model from a list answer, and prints what it stores again.
const fs = require("fs");
const { mapStoredMessagesToChatMessages, mapChatMessagesToStoredMessages } = require("@langchain/core/messages");
const { FakeListChatModel } = require("@langchain/core/utils/testing");

async function main() {
  for (const line of fs.readFileSync(process.argv[2], "utf8").split("\n").filter((it) => it.trim())) {
    const stored = JSON.parse(line);
    const messages = mapStoredMessagesToChatMessages(stored);
    messages.forEach((message, place) => {
      const data = stored[place].data;
      for (const key of ["content", "tool_calls", "tool_call_id", "status"]) {
        if (data[key] !== undefined && JSON.stringify(data[key]) !== JSON.stringify(message[key])) {
          throw new Error(`${key}: ${JSON.stringify(data)} ${JSON.stringify(message)}`);
        }
      }
    });
    messages.push(await new FakeListChatModel({ responses: ["ok"] }).invoke(messages));
    const forms = { stored: mapChatMessagesToStoredMessages(messages), dump: messages.map((it) => it.toJSON()) };
    console.log(JSON.stringify(forms));
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
