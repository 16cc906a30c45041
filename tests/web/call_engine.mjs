// Call the engine, in a worker as a browser has it: reads [[method, argument], …] and prints the
// results, errors and latest progress, and the seconds of all calls of each method.
import { readFileSync } from "node:fs";

import { Engine } from "../../web/js/engine.js";
import { createWorker } from "./worker.mjs";

const calls = JSON.parse(readFileSync(0, "utf8"));
const engine = new Engine(() => createWorker());
const answers = [];
const seconds = {};
for (const [method, argument] of calls) {
  const begun = performance.now();
  const answer = {};
  if (argument.rgba) argument.rgba = Uint8ClampedArray.from(Buffer.from(argument.rgba, "base64"));
  const onprogress = (progress) => {
    answer.progress = progress;
  };
  try {
    answer.result = await engine.call(method, argument, { onprogress });
  } catch (error) {
    answer.error = { name: error.name, message: error.message, fields: error.fields };
  }
  seconds[method] = (seconds[method] ?? 0) + (performance.now() - begun) / 1e3;
  answers.push(answer);
}
console.log(JSON.stringify({ answers, seconds }));
