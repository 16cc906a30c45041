/**
 * Boards in pictures: the engine finds the grid, and a person confirms it.
 *
 *     const image = await decoded(picture);    // a Blob
 *     const puzzle = await readPicture(container, { game, engine, image, reading });
 *
 * `reading` is what the engine has read.
 *
 * A dialogue shows the grid over the picture, with corners that the pointer or the arrow keys move,
 * and what was read beside it, where single fields can be corrected and doubts are marked. Nothing
 * is used before each doubt is settled and the person confirms; the result is null if the person
 * does not. Where the engine finds no board, the person moves a frame onto it. If the person chooses
 * another game, its page is opened, and there is no result.
 */

import { Board } from "#js/board.js";
import { namesOf } from "#js/colours.js";
import { InputError } from "#js/formats/common.js";
import { GAMES, addressOf, gamesIn } from "#js/games.js";
import { MAX_SIDE, h, sentence, svg, swatch, typed } from "#js/shell.js";
import UNREAD from "#js/unread.js";
import { counted, fieldName, filled } from "#js/words.js";

const MAX_PIXELS = 12_000_000;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const PAUSE = 200; // milliseconds after the last change
const READING = "Reading the fields …";
const ALIKE = 80; // the distance of red, green and blue from which on colours are told apart at a glance
const NEAR = 0.35; // of a field: how far the engine's grid may be from the person's
const HINT = "Press a field to confirm it. To correct it, choose its content first.";
const AS_READ = null; // the content that the engine has read, whatever it is
const [COVERED, FLAG] = [-1, -2];
const NONE = -1; // Flow Free: no endpoint
const KEYS = { minesweeper: { 0: 0, f: FLAG, F: FLAG, "#": COVERED, ".": COVERED }, flowfree: { ".": NONE, 0: NONE } };

// ---- The dialogue ----

/** Return the pixels of a picture; throw InputError if it cannot be decoded. */
export async function decoded(picture) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(picture);
  } catch {
    throw new InputError("the file is not a picture that this browser can show", "save it as PNG");
  }
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  const [width, height] = [bitmap.width, bitmap.height].map((x) => Math.max(1, Math.round(x * scale)));
  const image = painted(width, height, (context) => context.drawImage(bitmap, 0, 0, width, height));
  bitmap.close();
  return image;
}

/** A picture with its pixels. */
function painted(width, height, paint) {
  const canvas = h("canvas", { width, height, role: "img", "aria-label": "The picture" });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  paint(context);
  return { canvas, width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** A picture that is turned by some degrees, straightened; its new corners have the colour of its first pixel. */
export function straightened({ canvas, width, height, rgba }, degrees) {
  const angle = (-degrees * Math.PI) / 180, [cos, sin] = [Math.cos(angle), Math.abs(Math.sin(angle))];
  const [wide, high] = [Math.ceil(width * cos + height * sin), Math.ceil(width * sin + height * cos)];
  return { isTurned: true, ...painted(wide, high, (context) => {
    context.fillStyle = hex([...rgba.slice(0, 3)]);
    context.fillRect(0, 0, wide, high);
    context.translate(wide / 2, high / 2);
    context.rotate(angle);
    context.drawImage(canvas, -width / 2, -height / 2);
  }) };
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
    const puzzle = await dialogue.confirmed(reading);
    if (!puzzle || dialogue.rules === game) return puzzle;
    location.assign(addressOf(dialogue.rules, puzzle));
    return new Promise(() => {}); // which is never kept, since the other page follows
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
    Object.assign(this, { engine, image });
    this.reading = null; // fields, palette, doubts
    this.state = null; // the fields as the person has corrected them, and the `checked` doubtful ones
    this.past = []; // the states before
    this.brush = AS_READ;
    this.calls = 0;

    const number = (label, value, change) => {
      const input = h("input", { type: "number", min: 1, max: MAX_SIDE, value });
      input.addEventListener("input", () => {
        const found = Number(input.value);
        if (Number.isInteger(found) && found >= 1 && found <= MAX_SIDE) change(found);
      });
      return { input, label: h("label", {}, label, input) };
    };
    this.rows = number("rows", "", (rows) => this.change({ rows }));
    this.cols = number("columns", "", (cols) => this.change({ cols }));
    this.mines = number("mines on the whole board", "", () => {});
    this.mines.input.max = 1_000_000;
    this.usual = h("button", { type: "button", onclick: () => { this.mines.input.value = this.usual.value; } });
    this.lines = svg("path", { class: "lines" });
    this.dots = svg("g", {});
    const { width, height } = image;
    const layer = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    layer.append(this.lines, this.dots);
    this.handles = CORNERS.map(([name, x, y]) => this.handle(name, x, y));
    this.photo = h("div", { class: "photo" }, image.canvas, layer, this.handles);
    this.said = h("p", { role: "status", class: "said" }, "Looking for the board …");
    this.wrong = h("p", { role: "alert", class: "wrong", hidden: true });
    this.doubtful = h("ul", { class: "remarks" });
    this.total = h("p", {});
    this.doubts = h("div", { class: "doubts", role: "group", "aria-label": "Fields in doubt" }, this.total, this.doubtful,
      h("button", { type: "button", onclick: () => this.confirm(...this.left.map(({ field }) => field)) }, "All as read"));
    this.undo = h("button", { type: "button", onclick: () => {
      this.state = this.past.pop();
      this.hint.textContent = HINT;
      this.show();
      if (!this.past.length) this.title.focus();
    } }, "Undo");
    this.asked = h("select", { "aria-label": "The puzzle in the picture", hidden: document.getElementById("worker") !== null,
      onchange: () => this.readAs(GAMES.find(({ name }) => name === this.asked.value)) },
    GAMES.map(({ name, title }) => h("option", { value: name }, title)));
    this.hint = h("p", { class: "quiet small hint", role: "status" });
    this.preview = h("div", { class: "preview" });
    this.board = new Board(this.preview, {
      label: "What was read",
      on: {
        press: (r, c) => (this.brush === AS_READ ? this.confirm([r, c]) : this.set(r, c, this.brush)),
        key: (r, c, event) => this.typed(r, c, event),
      },
    });
    this.brushes = h("div", { class: "palette", role: "group", "aria-label": "Content for fields" });
    this.use = h("button", { class: "main", type: "button", disabled: true });
    this.cancel = h("button", { type: "button" }, "Cancel");
    this.title = h("h2", { id: "picture-title", tabindex: -1 });
    this.element = h("dialog", { class: "picture", "aria-labelledby": "picture-title" },
      h("div", { class: "bar spread" }, this.title, this.asked), this.said,
      h("div", { class: "sides" },
        h("div", { class: "side" }, this.photo, h("div", { class: "bar" }, this.rows.label, this.cols.label),
          h("p", { class: "quiet small" }, "Drag the corners onto the outer edges of the board, or move them with the arrow keys (Shift: ten pixels). A turned board must be straightened first.")),
        h("div", { class: "side" }, this.preview, h("div", { class: "bar mines" }, this.mines.label, this.usual),
          this.hint, this.brushes, this.doubts, this.board.tools)),
      this.wrong, h("div", { class: "bar end" }, this.undo, this.use, this.cancel));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("h2, input")) this.use.click();
    });
    this.turnTo(game);
  }

  /** Turn to a game. */
  turnTo(game) {
    Object.assign(this, { rules: game, game: game.name });
    this.asked.value = game.name;
    const isMinesweeper = game.name === "minesweeper"; // whose fields have no colours
    this.board.lettersButton.hidden = isMinesweeper;
    this.usual.parentElement.hidden = !isMinesweeper;
  }

  /** Read the picture again, as one of another game. */
  async readAs(game) {
    clearTimeout(this.waiting);
    const call = ++this.calls;
    this.turnTo(game);
    this.busy(true);
    this.said.textContent = READING;
    try {
      const [{ reading }] = await gamesIn(this.image, this.engine, [game]);
      if (call === this.calls) this.begin(reading);
    } catch (error) {
      this.fail(call, error);
    }
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
    const { width, height } = this.image;
    if (!found.unread) {
      this.grid = { ...found.grid };
      this.take(found, `Found ${found.grid.rows}×${found.grid.cols} fields${this.image.isTurned ? " in the straightened picture" : ""}.`);
      this.said.textContent += found.remarks.map((remark) => ` ${sentence(remark)}`).join("");
      return;
    }
    const side = 0.8 * Math.min(width, height);
    const [left, top] = [(width - side) / 2, (height - side) / 2];
    this.grid ??= { left, top, rows: 1, cols: 1, pitchX: side, pitchY: side };
    this.drawGrid();
    this.refuse("No board was found", found);
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
    if (!this.rows.input.value || !this.cols.input.value) return; // there is only a frame
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

  /** What the engine reads in the person's grid, with a margin as a share of a field. */
  async ask(method, share) {
    const { game, image, grid } = this, { rows, cols } = grid;
    const margin = [share * grid.pitchX, share * grid.pitchY];
    const left = Math.max(0, Math.floor(grid.left - margin[0]));
    const top = Math.max(0, Math.floor(grid.top - margin[1]));
    const right = Math.min(image.width, Math.ceil(grid.left + cols * grid.pitchX + margin[0]));
    const bottom = Math.min(image.height, Math.ceil(grid.top + rows * grid.pitchY + margin[1]));
    const part = cropped(image, left, top, right, bottom);
    const found = await this.engine.call(method, { game, ...part, grid: { rows, cols } }, { transfer: [part.rgba.buffer] });
    if (!found.unread) {
      found.grid.left += left;
      found.grid.top += top;
    }
    return found;
  }

  /** Read the fields of the person's grid, without certainty if they are no clear board. */
  async readAgain() {
    const call = ++this.calls, { grid } = this, shape = `${grid.rows}×${grid.cols} fields`;
    try {
      const found = await this.ask("picture.read", 0.3), isSure = !found.unread && isNear(found.grid, grid);
      if (call !== this.calls) return;
      const shown = isSure ? found : await this.ask("picture.fields", 0);
      if (call === this.calls) this.take(shown, isSure ? `Read ${shape}.` : `Read ${shape} between the corners, without certainty: compare each one with the picture.`);
    } catch (error) {
      this.fail(call, error);
    }
  }

  /** Say why the engine did not answer, unless another call was made since. */
  fail(call, { message }) {
    if (call === this.calls) this.refuse(`The picture was not read: ${message.replace(/\.$/, "")}`);
  }

  /** Say that no board was read, and why; leave nothing to be used. */
  refuse(what, { unread, number } = {}) {
    this.reading = null;
    this.element.classList.add("unread");
    this.busy(false);
    this.use.disabled = true;
    this.use.textContent = `Use this ${this.rules.noun}`;
    this.title.textContent = "Where is the board?";
    const reason = unread && unread !== "no_board" && filled(UNREAD[unread], { number: Math.abs(number) });
    this.said.textContent = `${what}${reason ? `: ${reason}` : ""}. Move the corners onto the board, and enter its rows and columns.`;
  }

  /** Show a reading. */
  take(reading, said) {
    this.reading = reading;
    this.state = { fields: reading.fields, checked: new Set() };
    this.past = [];
    this.element.classList.remove("unread");
    this.title.textContent = "Is this the board?";
    const { rows, cols } = this.grid;
    for (const [part, value] of [[this.rows, rows], [this.cols, cols]]) {
      if (part.input !== document.activeElement) part.input.value = value;
    }
    if (this.board.rows !== rows || this.board.cols !== cols) this.board.shape(rows, cols);
    this.brush = AS_READ;
    this.hint.textContent = HINT;
    this.usual.value = this.rules.usualMines?.(rows, cols) ?? "";
    this.usual.textContent = `Usual: ${this.usual.value}`;
    this.usual.hidden = !this.usual.value;
    this.isAlike = reading.palette.some((colour, a) => reading.palette.some((other, b) => a < b && Math.hypot(...colour.map((x, i) => x - other[i])) < ALIKE));
    const names = this.isAlike ? null : namesOf(reading.palette.map(hex)); // close names would rather confuse
    this.names = reading.palette.map((_, c) => `colour ${c}${names ? `, ${names[c]}` : ""}`);
    this.drawGrid();
    this.said.textContent = said;
    this.busy(false);
    this.showBrushes();
    this.show();
  }

  /** The doubts that the person has not seen to. */
  get left() { return this.reading.doubts.filter(({ field }) => !this.state.checked.has(String(field))); }

  show() {
    const { left, reading: { palette }, state: { fields } } = this;
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
    this.doubts.hidden = !left.length;
    this.total.textContent = `${counted(left.length, "field")} in doubt. Confirm what was read:`;
    this.doubtful.replaceChildren(...left.map(({ field: [r, c], reason }) =>
      h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => {
        this.confirm([r, c]);
        (this.doubtful.querySelector("button") ?? this.use).focus();
      } }, `${fieldName(r, c)} is ${this.look(fields[r][c], palette).name} (${reason})`))));
    this.undo.hidden = !this.past.length;
    this.use.disabled = left.length > 0;
    this.use.textContent = left.length ? `${counted(left.length, "field")} in doubt` : `Use this ${this.rules.noun}`;
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
      : { fill, [this.isAlike ? "text" : "letter"]: String(content), name: this.names[content] };
  }

  contents() {
    if (this.game === "minesweeper") return [COVERED, FLAG, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    const colours = this.reading.palette.map((_, c) => c);
    return this.game === "flowfree" ? [NONE, ...colours] : colours;
  }

  /** What a brush shows, which is also the key for its content. */
  label(content) {
    const { text, letter } = this.look(content, this.reading.palette);
    return text || letter || (content === COVERED ? (this.game === "minesweeper" ? "?" : "·") : "");
  }

  showBrushes() {
    this.brushes.replaceChildren(
      ...[AS_READ, ...this.contents()].map((content) => {
        const given = { type: "button", "aria-pressed": content === this.brush, onclick: () => {
          this.brush = content;
          this.showBrushes();
          this.brushes.querySelector("[aria-pressed=true]")?.focus();
        } };
        if (content === AS_READ) return h("button", given, "As read");
        const { fill, name } = this.look(content, this.reading.palette);
        return swatch(fill, this.label(content), { "aria-label": name, ...given });
      }),
    );
  }

  /** Put a content into a field; its doubt is settled. */
  set(r, c, content) {
    const fields = this.state.fields.map((row, i) => (i === r ? row.map((x, j) => (j === c ? content : x)) : row));
    this.settle(fields, [[r, c]]);
  }

  /** Confirm the contents of fields; one that is in no doubt is only named. */
  confirm(...places) { this.settle(this.state.fields, places); }

  /** Take fields, of which some are settled, as a step that can be undone; say what is in them. */
  settle(fields, places) {
    const { left, state, reading: { palette } } = this, [[r, c]] = places;
    const checked = new Set([...state.checked, ...places.map(String)]);
    if (fields !== state.fields || left.some(({ field }) => checked.has(String(field)))) {
      this.past.push(state);
      this.state = { fields, checked };
    }
    this.hint.textContent = places.length > 1 ? `${counted(places.length, "field")} confirmed.` : `${fieldName(r, c)} is ${this.look(fields[r][c], palette).name}.`;
    this.show();
  }

  /** A key on a field: a digit or a letter is its content, Enter that of the brush. */
  typed(r, c, event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return false;
    const contents = this.contents(), content = KEYS[this.game]?.[event.key] ?? contents[typed(event.key, contents.map((each) => this.label(each)))];
    if (content === undefined) return false;
    this.set(r, c, content);
    return true;
  }

  /** Return the puzzle, or null after an error. */
  puzzle() {
    try {
      const { state: { fields }, reading: { palette } } = this;
      // a board keeps its colours, in which its solution will be played
      return this.rules.ofFields(fields, { palette: palette.map(hex), mines: this.mines.input.value });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.wrong.textContent = sentence(error.message);
      this.wrong.hidden = false;
      this.wrong.scrollIntoView({ block: "nearest" });
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
