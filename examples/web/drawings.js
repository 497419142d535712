// The loss curve, the confusion matrix, and the pixels that the network sees.
const INK = "#1d2430";
const SOFT = "#6b7280";
const LINE = "#e8e4da";
const ACCENT = "#b4470f";

function blank(canvas) {
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.font = "12px system-ui, sans-serif";
  return pen;
}

/** The losses, pairs of a step and a loss, on a logarithmic axis. */
export function drawCurve(canvas, losses) {
  const pen = blank(canvas);
  const [left, bottom] = [48, canvas.height - 24];
  const [low, high] = [Math.log10(0.001), Math.log10(4)];
  const y = (loss) => 10 + ((high - Math.log10(Math.min(Math.max(loss, 0.001), 4))) / (high - low)) * (bottom - 10);
  const last = Math.max(losses.at(-1)?.[0] ?? 1, 1);
  const x = (step) => left + (step / last) * (canvas.width - left - 12);
  pen.textAlign = "right";
  for (const mark of [1, 0.1, 0.01, 0.001]) {
    pen.fillStyle = SOFT;
    pen.fillText(String(mark), left - 6, y(mark) + 4);
    pen.fillStyle = LINE;
    pen.fillRect(left, y(mark), canvas.width - left - 12, 1);
  }
  pen.fillStyle = SOFT;
  pen.fillText(`step ${last.toLocaleString("en")}`, canvas.width - 12, canvas.height - 8);
  pen.strokeStyle = ACCENT;
  pen.lineWidth = 2;
  pen.lineJoin = "round";
  pen.beginPath();
  losses.forEach(([step, loss]) => pen.lineTo(x(step), y(loss)));
  pen.stroke();
}

/** `count(shown, found)` for all pairs of classes; what is right is on the diagonal. */
export function drawMatrix(canvas, classes, count) {
  const pen = blank(canvas);
  const cell = canvas.width / (classes + 1);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let shown = 0; shown < classes; shown++) {
    const counts = Array.from({ length: classes }, (_, found) => count(shown, found));
    const sum = Math.max(counts.reduce((a, b) => a + b), 1);
    pen.fillStyle = SOFT;
    pen.fillText(shown, cell / 2, (shown + 1.5) * cell);
    pen.fillText(shown, (shown + 1.5) * cell, cell / 2);
    counts.forEach((n, found) => {
      const share = n / sum;
      const [px, py] = [(found + 1) * cell, (shown + 1) * cell];
      pen.fillStyle = shown === found ? `rgba(38, 110, 80, ${share})` : `rgba(180, 71, 15, ${Math.min(3 * share, 1)})`;
      pen.fillRect(px, py, cell - 1, cell - 1);
      if (n > 0) {
        pen.fillStyle = share > (shown === found ? 0.55 : 0.2) ? "#fff" : INK;
        pen.fillText(n, px + cell / 2, py + cell / 2);
      }
    });
  }
}

/** The pixels, dark where there is ink. */
export function drawSeen(canvas, pixels) {
  const pen = canvas.getContext("2d");
  const [side, cell] = [Math.sqrt(pixels.length), canvas.width / Math.sqrt(pixels.length)];
  pixels.forEach((ink, i) => {
    pen.fillStyle = `rgb(${[29, 36, 48].map((dark) => Math.round(255 + ink * (dark - 255))).join(",")})`;
    pen.fillRect((i % side) * cell, Math.floor(i / side) * cell, cell, cell);
  });
}
