// Runs a program of this folder that was compiled to WebAssembly: node run.mjs FILE
import { readFileSync, writeSync } from "node:fs";

let memory;
const host = {
  write: (text, bytes) => writeSync(1, new Uint8Array(memory.buffer, text, bytes)),
  stop: (code) => process.exit(code),
};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { host });
memory = instance.exports.memory;
process.exit(instance.exports.run());
