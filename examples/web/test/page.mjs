// Uses the page as a person does: node page.mjs FOLDER STEPS_A_SECOND_OUTSIDE [PICTURE]
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";

import { open } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const [folder, native, picture] = argv.slice(2);
const LARGEST = 80_000;
const bytes = statSync(join(folder, "digits.wasm")).size;
assert(bytes <= LARGEST, `the module has ${bytes} bytes, more than ${LARGEST}`);

const server = await serve(folder, 0);
const page = await open(`http://localhost:${server.address().port}/`);
const downloads = mkdtempSync(join(tmpdir(), "downloads-"));
try {
  await page.until("document.body?.dataset.ready === 'yes'");
  const number = (id) => page.evaluate(`parseFloat(document.getElementById("${id}").textContent.replace(",", ""))`);
  const boxOf = (selector) =>
    page.evaluate(`(({x, y, width, height}) => ({x, y, width, height}))(document.querySelector("${selector}").getBoundingClientRect())`);
  const mouse = (type, x, y) =>
    page.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
  const click = async (selector) => {
    const { x, y, width, height } = await boxOf(selector);
    await mouse("mousePressed", x + width / 2, y + height / 2);
    await mouse("mouseReleased", x + width / 2, y + height / 2);
  };
  // Draws lines through points of the pad, from 0 to 1.
  const draw = async (points) => {
    await click("#clear");
    const { x, y, width, height } = await boxOf("#pad");
    const places = points.map(([px, py]) => [x + px * width, y + py * height]);
    await mouse("mousePressed", ...places[0]);
    for (const place of places) await mouse("mouseMoved", ...place);
    await mouse("mouseReleased", ...places.at(-1));
  };
  const read = () => page.evaluate(`parseInt(document.querySelector("#bars .best").textContent)`);

  // Training: the loss falls and the accuracy rises.
  const before = await number("accuracy");
  assert(before < 40, `before training ${before} % are right`);
  await click("#train");
  await page.until(`parseFloat(document.getElementById("accuracy").textContent) > 90`);
  await page.until(`parseInt(document.getElementById("steps").textContent.replace(",", "")) > 3000`);
  const speed = await number("speed");
  await click("#train");
  const after = await number("accuracy");
  console.log(`test accuracy ${before} % -> ${after} % after ${await number("steps")} steps; ${speed} steps/s; ${bytes} bytes`);
  assert((await number("loss")) < 0.5);
  assert(speed >= 0.3 * native, `${speed} steps a second in the page, ${native} outside`);

  // Drawing: it reads what is drawn.
  const zero = Array.from({ length: 25 }, (_, i) => [0.5 + 0.22 * Math.sin(i / 3.8), 0.5 - 0.36 * Math.cos(i / 3.8)]);
  await draw(zero);
  assert.equal(await read(), 0);

  // Teaching: after it is told that a cross is a 3, it reads crosses so.
  const cross = [[0.2, 0.2], [0.8, 0.8], [0.5, 0.5], [0.8, 0.2], [0.2, 0.8]];
  for (let i = 0; i < 3; i++) {
    await draw(cross);
    await click("#teach button:nth-child(4)");
  }
  assert.equal(await page.evaluate(`document.getElementById("drawn").textContent`), "3 drawn");
  await click("#train");
  await draw(cross);
  await page.until(`document.querySelector("#bars .best")?.textContent === "3"`);
  await click("#train");
  if (picture) writeFileSync(picture, (await page.send("Page.captureScreenshot", { format: "png" })).data, "base64");

  // Weights as a file: saved, forgotten, loaded.
  await page.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
  const accuracy = await number("accuracy");
  await click("#save");
  const file = join(downloads, "digits.f32");
  for (let wait = 0; wait < 100 && !statSync(file, { throwIfNoEntry: false })?.size; wait++) await new Promise((go) => setTimeout(go, 50));
  assert.equal(readFileSync(file).length, 4 * (64 * 32 + 32 + 32 * 10 + 10));
  await click("#restart");
  assert((await number("accuracy")) < 40);
  const { root } = await page.send("DOM.getDocument");
  const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#load" });
  await page.send("DOM.setFileInputFiles", { nodeId, files: [file] });
  await page.until(`parseFloat(document.getElementById("accuracy").textContent) === ${accuracy}`);
  await draw(cross);
  assert.equal(await read(), 3);
  console.log("1 passed, 0 failed");
} finally {
  await page.close();
  server.close();
  rmSync(downloads, { recursive: true, force: true });
}
