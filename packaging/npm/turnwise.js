#!/usr/bin/env node
// Starts the program of this system's package with the same arguments, streams, signals and exit code.
"use strict";
const { spawn } = require("node:child_process");

const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
const name = `@turnwise/cli-${process.platform}-${process.arch}${isMusl ? "-musl" : ""}`;

function fail(message) {
  console.error(`turnwise: error: ${message}`);
  process.exit(2);
}

let program;
try {
  program = require.resolve(`${name}/bin/turnwise${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  fail(`there is no program for this system: the package ${name} is not installed`);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(error.message));
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
