/**
 * Boards in pictures: the engine finds the grid, and a person confirms it.
 *
 *     const image = await decoded(picture);    // a Blob
 *     const puzzle = await readPicture(container, { game, engine, image, reading });
 *
 * `reading` is what the engine has read, or {error}.
 *
 * A dialogue shows the grid over the picture, with corners that the pointer or the arrow keys move,
 * and what was read beside it, where single fields can be corrected and doubts are marked. Nothing
 * is used before the person confirms; the result is null if the person does not.
 *
 * If the engine finds no board where the person has put the grid, or the person says how many
 * colours there are, fields are told apart by the colours of their middles (`sampled`).
 */

import { Board } from "#board.js";
import { InputError } from "#formats/common.js";
import { MAX_SIDE, h, svg, swatch } from "#shell.js";
import { counted, fieldName } from "#words.js";

const MAX_PIXELS = 12_000_000;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const PAUSE = 200; // milliseconds after the last change
const READING = "Reading the fields …";
const NEAR = 0.35; // of a field: how far the engine's grid may be from the person's
const [COVERED, FLAG] = [-1, -2];
const NONE = -1; // Flow Free: no endpoint

// ---- Colours of fields ----

/** Return the Oklab coordinates of a colour, in which distances are those that people see. */
function oklab([r, g, b]) {
  const [x, y, z] = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122 * x + 0.5363 * y + 0.0514 * z);
  const m = Math.cbrt(0.2119 * x + 0.6807 * y + 0.1074 * z);
  const s = Math.cbrt(0.0883 * x + 0.2817 * y + 0.63 * z);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Return the median colour of some places in a field, given as shares of its sides. */
function median({ rgba, width, height }, grid, r, c, places) {
  const parts = [[], [], []];
  for (const [x, y] of places) {
    const column = Math.round(grid.left + (c + x) * grid.pitchX);
    const row = Math.round(grid.top + (r + y) * grid.pitchY);
    const at = 4 * (Math.min(Math.max(row, 0), height - 1) * width);
    const pixel = at + 4 * Math.min(Math.max(column, 0), width - 1);
    parts.forEach((part, i) => part.push(rgba[pixel + i]));
  }
  return parts.map((part) => part.sort((a, b) => a - b)[part.length >> 1]);
}

const steps = (from, to) => [0, 1, 2, 3, 4].map((i) => from + (i * (to - from)) / 4);
const MIDDLE = steps(0.36, 0.64).flatMap((x) => steps(0.36, 0.64).map((y) => [x, y]));
const RIM = steps(0.12, 0.88).flatMap((x) => [[x, 0.12], [x, 0.88], [0.12, x], [0.88, x]]);

/** Return the group of each colour, and the mean colour of each group; k groups, if k is given. */
function groupsOf(colours, k = null) {
  const groups = []; // of the colours that are almost the same
  const own = colours.map((rgb) => {
    const lab = oklab(rgb);
    let nearest = null;
    for (const group of groups) {
      const far = distance(group.lab, lab);
      if (far < 0.02 && (!nearest || far < nearest.far)) nearest = { far, group };
    }
    const group = nearest?.group ?? { lab, sum: [0, 0, 0], size: 0 };
    if (!nearest) groups.push(group);
    group.size++;
    rgb.forEach((value, i) => (group.sum[i] += value));
    return group;
  });
  let left = [...groups];
  const near = k === null ? 0.06 : Infinity;
  while (left.length > (k ?? 1)) {
    let best = null;
    left.forEach((a, i) =>
      left.slice(i + 1).forEach((b) => {
        // Ward's distance, so that rare shades go first
        const far = distance(a.lab, b.lab) * (k === null ? 1 : Math.sqrt((a.size * b.size) / (a.size + b.size)));
        if (!best || far < best.far) best = { far, a, b };
      }),
    );
    if (!best || best.far >= near) break;
    const { a, b } = best;
    const size = a.size + b.size;
    a.lab = a.lab.map((value, i) => (value * a.size + b.lab[i] * b.size) / size);
    a.sum = a.sum.map((value, i) => value + b.sum[i]);
    a.size = size;
    b.into = a;
    left = left.filter((group) => group !== b);
  }
  const root = (group) => (group.into ? root(group.into) : group);
  return {
    numbers: own.map((group) => left.indexOf(root(group))),
    palette: left.map(({ sum, size }) => sum.map((value) => Math.round(value / size))),
  };
}

/** Return what a picture shows at a grid by the colours of fields; k colours, if k is given. */
function sampled(game, image, grid, k = null) {
  const places = [];
  for (let r = 0; r < grid.rows; r++) for (let c = 0; c < grid.cols; c++) places.push([r, c]);
  const asRows = (list) => Array.from({ length: grid.rows }, (_, r) =>
    list.slice(r * grid.cols, (r + 1) * grid.cols));
  if (game === "minesweeper") {
    return { fields: asRows(places.map(() => COVERED)), palette: [], doubts: [] };
  }
  const colours = places.map(([r, c]) => median(image, grid, r, c, MIDDLE));
  if (game === "floodit") {
    const { numbers, palette } = groupsOf(colours, k);
    return { fields: asRows(numbers), palette, doubts: [] };
  }
  const ends = places.flatMap(([r, c], i) => {
    const rim = median(image, grid, r, c, RIM);
    return distance(oklab(rim), oklab(colours[i])) > 0.12 ? [i] : [];
  });
  const { numbers, palette } = groupsOf(ends.map((i) => colours[i]), k);
  const fields = places.map(() => NONE);
  ends.forEach((i, number) => (fields[i] = numbers[number]));
  const times = palette.map((_, f) => numbers.filter((x) => x === f).length);
  const doubts = ends
    .filter((_, number) => times[numbers[number]] !== 2)
    .map((i) => ({ field: places[i], reason: "its colour does not occur twice" }));
  return { fields: asRows(fields), palette, doubts };
}

// ---- The dialogue ----

/** Return the pixels of a picture; throw InputError if it cannot be decoded. */
export async function decoded(picture) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(picture);
  } catch {
    throw new InputError("the file is not a picture that this browser can show; save it as PNG");
  }
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  const [width, height] = [bitmap.width, bitmap.height].map((x) => Math.max(1, Math.round(x * scale)));
  const canvas = h("canvas", { width, height, role: "img", "aria-label": "The picture" });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { canvas, width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** A part of a picture, with its own pixels. */
function cropped({ rgba, width }, left, top, right, bottom) {
  const part = new Uint8ClampedArray(4 * (right - left) * (bottom - top));
  for (let y = top; y < bottom; y++) {
    const row = rgba.subarray(4 * (y * width + left), 4 * (y * width + right));
    part.set(row, 4 * (y - top) * (right - left));
  }
  return { rgba: part, width: right - left, height: bottom - top };
}

export async function readPicture(container, { game, engine, image, reading }) {
  const dialogue = new Dialogue(game, engine, image);
  container.replaceChildren(dialogue.element);
  try {
    return await dialogue.confirmed(reading);
  } finally {
    container.replaceChildren();
  }
}

const CORNERS = [
  ["top left", 0, 0],
  ["top right", 1, 0],
  ["bottom left", 0, 1],
  ["bottom right", 1, 1],
];

const hex = (colour) => `#${colour.map((x) => x.toString(16).padStart(2, "0")).join("")}`;

class Dialogue {
  constructor(game, engine, image) {
    Object.assign(this, { engine, image, rules: game, game: game.name });
    this.reading = null; // fields, palette, doubts
    this.checked = new Set(); // doubtful fields that the person has seen to
    this.brush = { floodit: 0, flowfree: NONE, minesweeper: COVERED }[this.game];
    this.k = null; // the number of colours, if the person has given it
    this.calls = 0;

    const number = (label, value, change) => {
      const input = h("input", { type: "number", min: 1, max: MAX_SIDE, value });
      input.addEventListener("input", () => {
        const found = Number(input.value);
        if (Number.isInteger(found) && found >= 1 && found <= MAX_SIDE) change(found);
      });
      return { input, label: h("label", {}, label, input) };
    };
    this.rows = number("rows", 8, (rows) => this.change({ rows }));
    this.cols = number("columns", 8, (cols) => this.change({ cols }));
    this.colours = number("colours", 4, (k) => {
      this.k = k;
      this.change({});
    });
    this.mines = number("mines on the whole board", "", () => {});
    this.mines.input.max = 1_000_000;
    this.lines = svg("path", { class: "lines" });
    this.dots = svg("g", {});
    const { width, height } = image;
    const layer = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    layer.append(this.lines, this.dots);
    this.handles = CORNERS.map(([name, x, y]) => this.handle(name, x, y));
    this.photo = h("div", { class: "photo" }, image.canvas, layer, this.handles);
    this.said = h("p", { role: "status", class: "said" }, "Looking for the board …");
    this.wrong = h("p", { role: "alert", class: "wrong", hidden: true });
    this.doubts = h("ul", { class: "remarks", "aria-label": "Fields in doubt" });
    this.preview = h("div", { class: "preview" });
    this.board = new Board(this.preview, {
      label: "What was read",
      on: {
        press: (r, c) => this.set(r, c, this.brush),
        key: (r, c, event) => this.typed(r, c, event),
        alternate: (r, c) => {
          this.brush = this.reading.fields[r][c];
          this.showBrushes();
        },
      },
    });
    this.brushes = h("div", { class: "palette", role: "group", "aria-label": "Content for fields" });
    this.use = h("button", { class: "main", type: "button", disabled: true }, `Use this ${game.noun}`);
    this.cancel = h("button", { type: "button" }, "Cancel");
    this.element = h(
      "dialog",
      { class: "picture", "aria-labelledby": "picture-title" },
      h("h2", { id: "picture-title", tabindex: -1 }, "Is this the board?"),
      this.said,
      h(
        "div",
        { class: "sides" },
        h(
          "div",
          { class: "side" },
          this.photo,
          h("div", { class: "bar" }, this.rows.label, this.cols.label,
            this.game !== "minesweeper" && this.colours.label),
          h("p", { class: "quiet small" },
            "Drag the corners onto the outer edges of the board, or move them with the arrow keys (Shift: ten pixels)."),
        ),
        h(
          "div",
          { class: "side" },
          this.preview,
          this.board.tools,
          h("p", { class: "quiet small" },
            "To correct a field, choose its content here, then press the field."),
          this.brushes,
          this.game === "minesweeper" && h("div", { class: "bar" }, this.mines.label),
          this.doubts,
        ),
      ),
      this.wrong,
      h("div", { class: "bar end" }, this.use, this.cancel),
    );
  }

  /** Show the dialogue; return the puzzle that the person confirms, or null. */
  async confirmed(reading) {
    this.element.showModal();
    const answer = new Promise((resolve) => {
      this.use.addEventListener("click", () => {
        const puzzle = this.puzzle();
        if (puzzle) resolve(puzzle);
      });
      this.cancel.addEventListener("click", () => resolve(null));
      this.element.addEventListener("cancel", () => resolve(null)); // Escape
      this.element.addEventListener("close", () => resolve(null));
    });
    this.begin(reading);
    const puzzle = await answer;
    clearTimeout(this.waiting);
    this.calls = NaN; // what the engine answers now is of no use
    this.element.close();
    return puzzle;
  }

  /** Show what the engine has found, or a grid to be moved onto the board. */
  begin(found) {
    const { game, image } = this, { width, height } = image;
    if (!found.error) {
      this.grid = { ...found.grid };
      this.take(found, `Found ${found.grid.rows}×${found.grid.cols} fields.`);
      this.said.textContent += found.remarks.map((remark) => ` ${remark}.`).join("");
      return;
    }
    const side = 0.8 * Math.min(width, height);
    const [left, top, pitch] = [(width - side) / 2, (height - side) / 2, side / 8];
    this.grid = { left, top, rows: 8, cols: 8, pitchX: pitch, pitchY: pitch };
    this.take(
      sampled(game, image, this.grid),
      `No board was found (${found.error.message.replace(/(; [^;]*--.*)?\.$/, "")}). Move the corners onto it, and enter its rows and columns.`,
    );
  }

  /** Change the numbers of rows or columns, with the same corners; or read again. */
  change({ rows = this.grid?.rows, cols = this.grid?.cols }) {
    if (!this.grid) return;
    const { left, top } = this.grid;
    const width = this.grid.pitchX * this.grid.cols;
    const height = this.grid.pitchY * this.grid.rows;
    this.moved({ left, top, width, height, rows, cols });
  }

  moved({ left, top, width, height, rows = this.grid.rows, cols = this.grid.cols }) {
    this.grid = { left, top, rows, cols, pitchX: width / cols, pitchY: height / rows };
    this.drawGrid();
    this.busy(true);
    if (this.said.textContent !== READING) this.said.textContent = READING;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.readAgain(), PAUSE);
  }

  /** Whether the fields are about to be read again, so that a correction would be lost. */
  busy(isBusy) {
    this.preview.inert = this.use.disabled = isBusy;
    this.preview.setAttribute("aria-busy", isBusy);
  }

  /** Read the fields of the person's grid: by the engine, or by their colours. */
  async readAgain() {
    const { game, image, grid, k } = this;
    const call = ++this.calls;
    let found = null;
    if (k === null) {
      const margin = [0.3 * grid.pitchX, 0.3 * grid.pitchY];
      const left = Math.max(0, Math.floor(grid.left - margin[0]));
      const top = Math.max(0, Math.floor(grid.top - margin[1]));
      const right = Math.min(image.width, Math.ceil(grid.left + grid.cols * grid.pitchX + margin[0]));
      const bottom = Math.min(image.height, Math.ceil(grid.top + grid.rows * grid.pitchY + margin[1]));
      const { rows, cols } = grid;
      const part = cropped(image, left, top, right, bottom);
      try {
        found = await this.engine.call("picture.read", { game, ...part, grid: { rows, cols } },
          { transfer: [part.rgba.buffer] });
        found.grid.left += left;
        found.grid.top += top;
      } catch {
        found = null; // it sees no board there
      }
      if (call !== this.calls) return;
      if (found && !isNear(found.grid, grid)) found = null;
    }
    const by = game === "minesweeper" ? "Enter what the fields show" : "The fields were told apart by their colours; check them";
    this.take(found ?? sampled(game, image, grid, k), found ? `Read ${grid.rows}×${grid.cols} fields.` : `${by}.`);
  }

  /** Show a reading. */
  take(reading, sentence) {
    this.reading = { ...reading, fields: reading.fields.map((row) => [...row]) };
    this.checked.clear();
    const { rows, cols } = this.grid;
    for (const [part, value] of [[this.rows, rows], [this.cols, cols], [this.colours, reading.palette.length]]) {
      if (part.input !== document.activeElement) part.input.value = value;
    }
    if (this.board.rows !== rows || this.board.cols !== cols) this.board.shape(rows, cols);
    this.brush = Math.min(this.brush, reading.palette.length - 1);
    if (this.game === "minesweeper") this.brush = COVERED;
    this.drawGrid();
    this.said.textContent = sentence;
    this.busy(false);
    this.showBrushes();
    this.show();
  }

  show() {
    const { fields, palette, doubts } = this.reading;
    const left = doubts.filter(({ field }) => !this.checked.has(String(field)));
    const doubtful = new Map(left.map(({ field, reason }) => [String(field), reason]));
    this.board.draw((r, c) => {
      const look = this.look(fields[r][c], palette);
      const reason = doubtful.get(String([r, c]));
      return { ...look, marks: [...(look.marks ?? []), ...(reason ? ["bad"] : [])],
        name: reason ? `${look.name}, in doubt: ${reason}` : look.name };
    });
    this.dots.replaceChildren(...left.map(({ field: [r, c] }) => svg("rect", { class: "doubt",
      x: this.grid.left + c * this.grid.pitchX, y: this.grid.top + r * this.grid.pitchY,
      width: this.grid.pitchX, height: this.grid.pitchY })));
    this.doubts.replaceChildren(
      ...(left.length ? [h("li", { class: "total" }, `${counted(left.length, "field")} in doubt; press a field to confirm or correct it:`)] : []),
      ...left.slice(0, 8).map(({ field: [r, c], reason }) =>
        h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.board.focus(r, c, true) },
          `${fieldName(r, c)}: ${reason}`))),
      ...(left.length > 8 ? [h("li", {}, `and ${left.length - 8} more`)] : []),
    );
    this.wrong.hidden = true;
  }

  /** Return how a content looks, and its name. */
  look(content, palette) {
    if (this.game === "minesweeper") {
      if (content === COVERED) return { name: "covered", marks: ["raised"], text: "" };
      if (content === FLAG) return { name: "flag", marks: ["raised"], text: "⚑" };
      return { name: String(content), fill: "#f2f2f2", ink: "#000", text: content ? String(content) : "" };
    }
    if (content < 0) return { name: "free" };
    const fill = hex(palette[content]);
    const letter = this.game === "flowfree" ? LETTERS[content % LETTERS.length] : String(content);
    return this.game === "flowfree"
      ? { fill, text: letter, name: `endpoint ${letter}` }
      : { fill, letter, name: `colour ${content}` };
  }

  contents() {
    if (this.game === "minesweeper") return [COVERED, FLAG, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    const colours = this.reading.palette.map((_, c) => c);
    return this.game === "flowfree" ? [NONE, ...colours] : colours;
  }

  showBrushes() {
    this.brushes.replaceChildren(
      ...this.contents().map((content) => {
        const { fill, text, letter, name } = this.look(content, this.reading.palette);
        const label = text || letter || (content === COVERED ? (this.game === "minesweeper" ? "?" : "·") : "");
        return swatch(fill, label, { type: "button", "aria-label": name,
          "aria-pressed": content === this.brush, onclick: () => {
            this.brush = content;
            this.showBrushes();
            this.brushes.querySelector("[aria-pressed=true]")?.focus();
          } });
      }),
    );
  }

  /** Put a content into a field; its doubt is settled. */
  set(r, c, content) {
    const key = String([r, c]);
    const isDoubt = this.reading.doubts.some(({ field }) => String(field) === key);
    if (isDoubt && !this.checked.has(key) && this.reading.fields[r][c] === content) {
      this.checked.add(key);
    } else {
      this.reading.fields[r][c] = content;
      this.checked.add(key);
    }
    this.show();
  }

  /** A key on a field: a digit or a letter is its content, Enter that of the brush. */
  typed(r, c, event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return false;
    const key = event.key;
    const label = (content) => {
      const { text, letter } = this.look(content, this.reading.palette);
      return text || letter || "";
    };
    const contents = this.contents();
    const found = contents.find((content) => label(content) === key)
      ?? contents.find((content) => label(content).toLowerCase() === key);
    const special = this.game === "minesweeper"
      ? { 0: 0, f: FLAG, F: FLAG, "#": COVERED, ".": COVERED }[key]
      : this.game === "flowfree" && (key === "." || key === "0") ? NONE : undefined;
    const content = special ?? found;
    if (content === undefined) return false;
    this.set(r, c, content);
    return true;
  }

  /** Return the puzzle, or null after an error. */
  puzzle() {
    try {
      const { fields, palette } = this.reading;
      // a board keeps its colours, in which its solution will be played
      return this.rules.ofFields(fields, { palette: palette.map(hex), mines: this.mines.input.value });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { message } = error;
      this.wrong.textContent = `${message[0].toUpperCase()}${message.slice(1)}.`;
      this.wrong.hidden = false;
      return null;
    }
  }

  drawGrid() {
    const { left, top, pitchX, pitchY, rows, cols } = this.grid;
    const [right, bottom] = [left + cols * pitchX, top + rows * pitchY];
    const across = Array.from({ length: rows + 1 }, (_, r) => `M${left} ${top + r * pitchY}H${right}`);
    const down = Array.from({ length: cols + 1 }, (_, c) => `M${left + c * pitchX} ${top}V${bottom}`);
    this.lines.setAttribute("d", [...across, ...down].join(""));
    const { width, height } = this.image;
    CORNERS.forEach(([name, x, y], i) => {
      const at = [x ? right : left, y ? bottom : top];
      this.handles[i].style.setProperty("left", `${(100 * at[0]) / width}%`);
      this.handles[i].style.setProperty("top", `${(100 * at[1]) / height}%`);
      this.handles[i].setAttribute("aria-label",
        `${name} corner, at ${Math.round(at[0])}, ${Math.round(at[1])}; move it with the arrow keys`);
    });
    this.dots.replaceChildren();
  }

  /** A corner that the pointer and the arrow keys move. */
  handle(name, x, y) {
    const handle = h("button", { type: "button", class: `corner ${name.replace(" ", "-")}` });
    const move = (dx, dy) => {
      if (!this.grid) return;
      const { left, top, pitchX, pitchY, rows, cols } = this.grid;
      const box = { left, top, right: left + cols * pitchX, bottom: top + rows * pitchY };
      const { width, height } = this.image;
      const [side, end] = [x ? "right" : "left", y ? "bottom" : "top"];
      box[side] = Math.min(width, Math.max(0, box[side] + dx));
      box[end] = Math.min(height, Math.max(0, box[end] + dy));
      if (box.right - box.left < cols || box.bottom - box.top < rows) return; // a pixel for each field
      this.moved({ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top });
    };
    let from = null;
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      from = [event.clientX, event.clientY];
    });
    handle.addEventListener("pointermove", (event) => {
      if (!from) return;
      const { width, height } = this.photo.getBoundingClientRect();
      const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
      from = [event.clientX, event.clientY];
      move((dx * this.image.width) / width, (dy * this.image.height) / height);
    });
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => (from = null));
    handle.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 10 : 1;
      const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
      if (!way) return;
      event.preventDefault();
      move(...way);
    });
    return handle;
  }
}

/** Return whether the corners of two grids are near each other. */
function isNear(a, b) {
  const far = (x, y, pitch) => Math.abs(x - y) > NEAR * pitch;
  return (
    a.rows === b.rows && a.cols === b.cols &&
    !far(a.left, b.left, b.pitchX) && !far(a.top, b.top, b.pitchY) &&
    !far(a.left + a.cols * a.pitchX, b.left + b.cols * b.pitchX, b.pitchX) &&
    !far(a.top + a.rows * a.pitchY, b.top + b.rows * b.pitchY, b.pitchY)
  );
}
