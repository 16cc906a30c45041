"use strict";
/* Boards in pictures: see web/engine/picture.cpp. */

const GAMES = ["floodit", "flowfree", "minesweeper"];
const MOST_PIXELS = 50_000_000;

METHODS["picture.read"] = ({ game, rgba, width, height, grid = {} }) => {
  refuseUnless(GAMES.includes(game), `There is no game ${game}; choose from ${GAMES.join(", ")}.`);
  refuseUnless(
    isWhole(width, 1, MOST_PIXELS) &&
      isWhole(height, 1, MOST_PIXELS) &&
      rgba?.length === 4 * width * height,
    "The picture is empty or incomplete; choose another one.",
  );
  refuseUnless(
    width * height <= MOST_PIXELS,
    `The picture has ${width}×${height} pixels; at most ${MOST_PIXELS} are read.`,
  );
  const { rows = 0, cols = 0 } = grid;
  refuseUnless(
    isWhole(rows, 0, 999) && isWhole(cols, 0, 999),
    "The numbers of rows and columns must be whole numbers below 1000.",
  );
  const all = [0, 0, 0, 0]; // no part of it
  const found = withMemory(rgba.length, (address) => {
    new Uint8Array(exported.memory.buffer).set(rgba, address);
    return kernel("picture_read", GAMES.indexOf(game), address, width, height, rows, cols, ...all);
  });
  const { refusal, fields, ...rest } = found;
  refuseUnless(!refusal, `${refusal[0]?.toUpperCase()}${refusal.slice(1)}.`);
  const at = (r) => fields.slice(r * found.grid.cols, (r + 1) * found.grid.cols);
  return { ...rest, fields: Array.from({ length: found.grid.rows }, (_, r) => at(r)) };
};
