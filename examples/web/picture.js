// A drawing as the digits of the data set are: the ink in a square of 32 by 32, and 8 by 8 pixels with the share of ink in each.
const SIDE = 32;
const BLOCK = 4;

/** The 64 shares of ink in a canvas of white paper and dark ink. */
export function reduced({ data, width, height }) {
  const ink = (x, y) => data[4 * (y * width + x)] < 128;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!ink(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const pixels = new Array((SIDE / BLOCK) ** 2).fill(0);
  if (right < 0) return pixels;
  // The height fills the square, the width is to scale and in the middle.
  const scale = Math.max(bottom - top + 1, right - left + 1) / SIDE;
  const [middleX, middleY] = [(left + right + 1) / 2, (top + bottom + 1) / 2];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const sourceX = Math.floor(middleX + (x + 0.5 - SIDE / 2) * scale);
      const sourceY = Math.floor(middleY + (y + 0.5 - SIDE / 2) * scale);
      const isInside = sourceX >= 0 && sourceY >= 0 && sourceX < width && sourceY < height;
      if (isInside && ink(sourceX, sourceY)) {
        pixels[Math.floor(y / BLOCK) * (SIDE / BLOCK) + Math.floor(x / BLOCK)] += 1 / BLOCK ** 2;
      }
    }
  }
  return pixels;
}
