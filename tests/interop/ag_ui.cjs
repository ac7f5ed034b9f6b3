// What @ag-ui/client makes of events. Standard input: {"runs": [[event, …], …]}, applied one after the other by one agent, or
// {"compact": [event, …]}. NODE_PATH names the folder with the package.
const { AbstractAgent, compactEvents } = require('@ag-ui/client');
const { from } = require('rxjs');

class Recorded extends AbstractAgent {
  run() {
    return from(this.events);
  }
}

async function replay(runs) {
  const agent = new Recorded({ threadId: 't1' });
  for (const events of runs) {
    agent.events = events;
    await agent.runAgent();
  }
  return { messages: agent.messages, state: agent.state };
}

async function main() {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  const { runs, compact } = JSON.parse(text);
  console.log(JSON.stringify(compact ? compactEvents(compact) : await replay(runs)));
}

console.error = () => {};
main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
