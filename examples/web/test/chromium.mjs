// Headless Chromium, told what to do by its DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A page of a browser of its own: `send(method, params)`, `evaluate(expression)`, `until(expression)`, `close()`. */
export async function open(url) {
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  const browser = spawn(
    "chromium",
    ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const answers = new Map();
  let [count, rest, sessionId] = [0, "", undefined];
  browser.stdio[4].on("data", (data) => {
    const messages = (rest + data).split("\0");
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
      if (message.method === "Runtime.exceptionThrown") console.error(message.params.exceptionDetails.exception?.description);
    }
  });
  const send = async (method, params = {}) => {
    const id = ++count;
    const answer = new Promise((resolve) => answers.set(id, resolve));
    browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { error, result } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  ({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
  await send("Runtime.enable");
  await send("Page.enable");
  await send("Emulation.setDeviceMetricsOverride", { width: 1400, height: 800, deviceScaleFactor: 1, mobile: false });
  await send("Page.navigate", { url });

  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression, seconds = 60) => {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((wait) => setTimeout(wait, 50))) {
      if (await evaluate(expression)) return;
    }
    throw new Error(`after ${seconds} s it is not true: ${expression}`);
  };
  const close = async () => {
    const ended = new Promise((exit) => browser.on("exit", exit));
    sessionId = undefined;
    await send("Browser.close");
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  return { send, evaluate, until, close };
}
