// What the page shows, and what a person does with it. The network is in WebAssembly: see src/exports.rs.
import { reduced } from "./picture.js";
import { drawCurve, drawMatrix, drawSeen } from "./drawings.js";

const PIXELS = 64;
const CLASSES = 10;
const [TRAIN, TEST, DRAWN] = [0, 1, 2];

const at = (id) => document.getElementById(id);
const bytes = await (await fetch("digits.wasm")).arrayBuffer();
const network = (await WebAssembly.instantiate(bytes)).instance.exports;
at("size").textContent = `${(bytes.byteLength / 1000).toFixed(1)} kB`;

function setPixels(pixels) {
  pixels.forEach((ink, i) => network.set_pixel(i, ink));
}

// The digits of other people. Those of the last fifth are by writers who are in no other part.
const lines = (await (await fetch("digits.csv")).text()).trim().split("\n");
lines.forEach((line, i) => {
  const numbers = line.split(",").map(Number);
  setPixels(numbers.slice(0, PIXELS).map((ink) => ink / 16));
  network.add_digit(i < lines.length * 0.8 ? TRAIN : TEST, numbers[PIXELS]);
});
const tested = lines.length - Math.ceil(lines.length * 0.8);

// Training: as many steps as fit into a frame.
let steps = 0;
let losses = [];
let isTraining = false;
let perFrame = 8;

function restart() {
  network.restart();
  steps = 0;
  losses = [];
  for (const id of ["loss", "speed"]) at(id).textContent = "–";
  showTest();
  showLosses();
  showProbabilities();
}

function frame() {
  if (!isTraining) return;
  const start = performance.now();
  const loss = network.train(perFrame);
  const took = Math.max(performance.now() - start, 0.01);
  steps += perFrame;
  losses.push([steps, loss]);
  if (losses.length > 600) losses = losses.filter((_, i) => i % 2);
  at("loss").textContent = loss.toFixed(3);
  at("speed").textContent = Math.round((1000 * perFrame) / took).toLocaleString("en");
  perFrame = Math.min(Math.max(Math.round((perFrame * 8) / took), 1), 2 * perFrame, 400);
  if (losses.length % 6 === 0) showTest();
  showLosses();
  showProbabilities();
  requestAnimationFrame(frame);
}

function setTraining(on) {
  isTraining = on;
  at("train").textContent = on ? "Pause" : "Train";
  if (on) requestAnimationFrame(frame);
  else showTest();
}

function showLosses() {
  at("steps").textContent = steps.toLocaleString("en");
  drawCurve(at("curve"), losses);
}

function showTest() {
  const right = network.test();
  at("accuracy").textContent = `${((100 * right) / tested).toFixed(1)} %`;
  at("count").textContent = `${tested} digits by writers whom training never sees.`;
  drawMatrix(at("matrix"), CLASSES, (shown, found) => network.confusion(shown, found));
}

// Drawing.
const pad = at("pad");
const pen = pad.getContext("2d", { willReadFrequently: true });
let isBlank = true;

function clear() {
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, pad.width, pad.height);
  isBlank = true;
  showProbabilities();
}

let last = null;
function place(event) {
  const box = pad.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * pad.width, ((event.clientY - box.top) / box.height) * pad.height];
}
function stroke(event) {
  if (!last) return;
  const next = place(event);
  pen.beginPath();
  pen.moveTo(...last);
  pen.lineTo(...next);
  pen.stroke();
  last = next;
  isBlank = false;
  showProbabilities();
}
pen.lineWidth = 26;
pen.lineCap = pen.lineJoin = "round";
pad.addEventListener("pointerdown", (event) => {
  pad.setPointerCapture(event.pointerId);
  last = place(event);
  stroke(event);
});
pad.addEventListener("pointermove", stroke);
pad.addEventListener("pointerup", () => (last = null));

const bars = Array.from({ length: CLASSES }, (_, digit) => {
  const bar = document.createElement("div");
  bar.append(document.createElement("i"), String(digit));
  at("bars").append(bar);
  return bar;
});

function showProbabilities() {
  const pixels = isBlank ? new Array(PIXELS).fill(0) : reduced(pen.getImageData(0, 0, pad.width, pad.height));
  drawSeen(at("seen"), pixels);
  setPixels(pixels);
  network.read();
  const found = bars.map((_, digit) => (isBlank ? 0 : network.probability(digit)));
  const best = found.indexOf(Math.max(...found));
  bars.forEach((bar, digit) => {
    bar.firstChild.style.height = `${70 * found[digit]}px`;
    bar.className = !isBlank && digit === best ? "best" : "";
  });
}

// Teaching: the picture joins the digits to learn from.
let drawn = 0;
for (let digit = 0; digit < CLASSES; digit++) {
  const button = document.createElement("button");
  button.textContent = digit;
  button.title = `this is a ${digit}`;
  button.addEventListener("click", () => {
    if (isBlank) return;
    setPixels(reduced(pen.getImageData(0, 0, pad.width, pad.height)));
    network.add_digit(DRAWN, digit);
    drawn += 1;
    at("drawn").textContent = `${drawn} drawn`;
    clear();
  });
  at("teach").append(button);
}

// Weights as a file: numbers of 4 bytes, least significant byte first.
function save() {
  const weights = Float32Array.from({ length: network.weight_count() }, (_, i) => network.weight(i));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([weights]));
  link.download = "digits.f32";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function load(event) {
  const [file] = event.target.files;
  const weights = new Float32Array(await file.arrayBuffer().then((b) => b.slice(0, b.byteLength & ~3)));
  event.target.value = "";
  if (weights.length !== network.weight_count()) {
    alert(`${file.name} has ${weights.length} weights, this network has ${network.weight_count()}`);
    return;
  }
  setTraining(false);
  restart();
  weights.forEach((weight, i) => network.set_weight(i, weight));
  showTest();
  showProbabilities();
}

at("train").addEventListener("click", () => setTraining(!isTraining));
at("restart").addEventListener("click", restart);
at("clear").addEventListener("click", clear);
at("save").addEventListener("click", save);
at("load").addEventListener("change", load);
clear();
restart();
document.body.dataset.ready = "yes";
