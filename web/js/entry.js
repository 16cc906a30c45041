/**
 * The entry panel of all pages: paste or type any text form, open a file (text or picture), drag
 * and drop, paste a picture, or follow a link.
 *
 *     const entry = mountEntry(container, { game: GAME, engine, onpuzzle, current });
 *
 * `GAME` is that of a module such as formats/floodit.js. `onpuzzle(puzzle, { remarks, format })` is called with a puzzle that a person entered (for
 * Minesweeper, a state or a whole board); `current()` returns the puzzle that the page shows, for
 * "copy as"; the engine reads pictures. Returns
 *
 *     fromHash(hash)   reads the part of an address behind #, calls onpuzzle and returns true; or
 *                      shows why it is refused, and returns false
 *     refresh()        to be called when the page's puzzle has changed by other means
 *
 * Texts of more than MAX_TEXT characters are refused before they are in the page, so that it never
 * freezes.
 */

import { InputError, grouped } from "#formats/common.js";
import { readPicture } from "#picture.js";
import { fragmentOf, puzzleIn } from "#share.js";
import { MAX_PAGE_FIELDS, h, sentence } from "#shell.js";

const MAX_TEXT = 100_000;
const MAX_PICTURE = 50_000_000; // bytes
const MAX_CHOICES = 100;
const PAUSE = 300; // milliseconds after the last key

const PAGE = /^\S{1,300}\b(floodit|flowfree|minesweeper)\.html#(\S+)$/;

/** Return the puzzles of a text, which may be the address of a page; see Formats.parse. */
function readText(game, text, form) {
  const address = PAGE.exec(text.trim());
  if (!address) return game.parse(text, form);
  const [, page, fragment] = address;
  if (page !== game.name) {
    throw new InputError(`this is a link to another page, ${page}.html; open it there`);
  }
  const { puzzle, remarks, format } = puzzleIn(game, fragment);
  return { puzzles: [puzzle], remarks, format };
}

/** Fill a container with the panel. */
export function mountEntry(container, { game, engine, onpuzzle, current }) {
  const { noun, formats, list: names, shape, measure, hint } = game;
  const size = (puzzle) => {
    const more = measure(puzzle);
    return `${shape(puzzle).join("×")}${more && `, ${more}`}`;
  };

  const text = h("textarea", {
    rows: 6,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": `The ${noun} as text`,
    placeholder: hint,
  });
  const use = h("button", { class: "main", type: "button", disabled: true }, `Use this ${noun}`);
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true" });
  const open = h("button", { type: "button", onclick: () => file.click() }, "Open a file or picture");
  const form = h(
    "select",
    { "aria-label": "The form of the text" },
    h("option", { value: "auto" }, "form: found automatically"),
    names.map(({ name, title }) => h("option", { value: name }, `form: ${title}`)),
  );
  const formBar = h("div", { class: "bar", hidden: true }, form);
  const said = h("p", { class: "said", role: "status" });
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const remarked = h("ul", { class: "remarks", "aria-label": "How the text was read" });
  const choices = h("div", { class: "choices", role: "group", "aria-label": `Choose a ${noun}` });
  const drawing = h("div");
  const copyAs = h("select", { "aria-label": "Form to copy" });
  const copy = h("button", { type: "button" }, "Copy");
  const copied = h("span", { role: "status", class: "quiet small" });
  container.classList.add("entry");
  container.replaceChildren(
    text,
    h("div", { class: "bar" }, use, open, file),
    h(
      "p",
      { class: "quiet small" },
      "Or drop a file here, or paste a picture. Everything stays on this device.",
    ),
    formBar,
    ...[wrong, said, remarked, choices, drawing],
    h("div", { class: "bar copy" }, h("span", {}, "Copy as"), copyAs, copy, copied),
  );

  let found = null; // the puzzle that the button uses, and how it was read
  let waiting = 0;

  const clear = () => {
    found = null;
    use.disabled = true;
    wrong.hidden = true;
    said.textContent = "";
    remarked.replaceChildren();
    choices.replaceChildren();
  };

  const fail = (error) => {
    clear();
    if (!(error instanceof InputError) && error?.name !== "EngineError") console.error(error);
    wrong.textContent = sentence(error.message || String(error));
    wrong.hidden = false;
    formBar.hidden = !/the form “/.test(wrong.textContent) && form.value === "auto";
  };

  const check = (puzzle) => {
    const [rows, cols] = shape(puzzle);
    if (rows * cols > MAX_PAGE_FIELDS) {
      throw new InputError(
        `${rows}×${cols} fields are too many for this page, which shows at most ` +
          `${grouped(MAX_PAGE_FIELDS)}; the program for the terminal reads larger ${noun}s`,
      );
    }
    return puzzle;
  };

  const show = ({ remarks, format }, puzzle) => {
    const title = names.find(({ name }) => name === format)?.title ?? format;
    said.textContent = `${size(puzzle)}; read as ${title}.`;
    remarked.replaceChildren(...remarks.map((remark) => h("li", {}, sentence(remark))));
    formBar.hidden = form.value === "auto" && !remarks.some((remark) => /--format/.test(remark));
  };

  const accept = (puzzle, how) => {
    try {
      check(puzzle);
      show(how, puzzle);
      onpuzzle(puzzle, how);
      refresh();
    } catch (error) {
      fail(error);
    }
  };

  /** Read the text; use its puzzle at once if `now`, if it is the only one and needs no remark. */
  const read = (now) => {
    clearTimeout(waiting);
    clear();
    if (!text.value.trim()) return;
    try {
      if (text.value.length > MAX_TEXT) throw tooLong(text.value.length);
      const reading = readText(game, text.value, form.value);
      const [first, ...others] = reading.puzzles;
      check(first);
      if (others.length) {
        said.textContent = `${grouped(others.length + 1)} ${noun}s; choose one:`;
        offer(reading);
        return;
      }
      show(reading, first);
      found = { puzzle: first, how: reading };
      use.disabled = false;
      if (now && !reading.remarks.length) accept(first, reading);
      else if (now) use.focus();
    } catch (error) {
      fail(error);
    }
  };

  const offer = (reading) => {
    const shown = reading.puzzles.slice(0, MAX_CHOICES);
    const buttons = shown.map((puzzle, number) =>
      h(
        "button",
        { type: "button", onclick: () => accept(puzzle, reading) },
        `${puzzle.name || `${noun} ${number}`}: ${size(puzzle)}`,
      ),
    );
    const more = reading.puzzles.length - shown.length;
    choices.replaceChildren(
      ...buttons,
      ...(more ? [h("span", { class: "quiet" }, `and ${grouped(more)} more`)] : []),
    );
  };

  const tooLong = (length) =>
    new InputError(
      `the text has ${grouped(length)} characters, but a page reads at most ` +
        `${grouped(MAX_TEXT)}; cut out one ${noun}, or use the program for the terminal`,
    );

  /** Put a text into the field, and read it. */
  const take = (given) => {
    if (given.length > MAX_TEXT) {
      fail(tooLong(given.length));
      return;
    }
    text.value = given;
    read(true);
  };

  const takeFile = async (given) => {
    try {
      const kind = await kindOf(given);
      if (kind === "picture") await takePicture(given);
      else if (given.size > 4 * MAX_TEXT) throw tooLong(given.size);
      else take(new TextDecoder("utf-8", { fatal: true }).decode(await given.arrayBuffer()));
    } catch (error) {
      const isBinary = error instanceof TypeError;
      fail(
        isBinary
          ? new InputError("the file is neither a picture nor text in UTF-8; open another one")
          : error,
      );
    }
  };

  const takePicture = async (given) => {
    clear();
    if (given.size > MAX_PICTURE) {
      throw new InputError("the picture has more than 50 megabytes; save it smaller");
    }
    const puzzle = await readPicture(drawing, { game, engine, picture: given });
    if (puzzle) accept(puzzle, { remarks: [], format: "picture" });
  };

  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => read(false), PAUSE);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      read(true);
    }
  });
  form.addEventListener("change", () => read(false));
  use.addEventListener("click", () => found && accept(found.puzzle, found.how));
  file.addEventListener("change", () => {
    if (file.files.length) takeFile(file.files[0]);
    file.value = "";
  });

  document.addEventListener("paste", (event) => {
    const data = event.clipboardData;
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    const given = data?.getData("text/plain") ?? "";
    const inField = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? "");
    if (picture && !given) {
      event.preventDefault();
      reveal();
      takeFile(picture);
    } else if (event.target === text && given.length > MAX_TEXT) {
      event.preventDefault(); // a field with megabytes of text would freeze the page
      fail(tooLong(given.length));
    } else if (event.target === text && !text.value.trim()) {
      setTimeout(() => read(true));
    } else if (!inField && given.trim()) {
      event.preventDefault();
      reveal();
      take(given);
    }
  });
  // a file that is dropped anywhere would otherwise replace the page
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    container.classList.add("over");
  });
  for (const name of ["dragleave", "drop"]) {
    document.addEventListener(name, () => container.classList.remove("over"));
  }
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    reveal();
    const data = event.dataTransfer;
    if (data.files.length) takeFile(data.files[0]);
    else take(data.getData("text/uri-list") || data.getData("text/plain"));
  });

  /** Turn to the tab with the panel. */
  const reveal = () => {
    const panel = container.closest("[role=tabpanel]");
    if (panel?.hidden) document.querySelector(`[aria-controls="${panel.id}"]`)?.click();
  };

  const refresh = () => {
    const puzzle = current();
    if (!puzzle) return;
    const chosen = copyAs.value;
    const forms = [["address", "link to this page"]];
    for (const { name, title } of formats(puzzle).writable) forms.push([name, title]);
    copyAs.replaceChildren(...forms.map(([value, title]) => h("option", { value }, title)));
    if (forms.some(([value]) => value === chosen)) copyAs.value = chosen;
    copied.textContent = "";
  };

  copy.addEventListener("click", async () => {
    const puzzle = current();
    try {
      const written =
        copyAs.value === "address"
          ? `${location.href.split("#")[0]}#${fragmentOf(game, puzzle)}`
          : formats(puzzle).get(copyAs.value).write(puzzle);
      await writeClipboard(written, container);
      wrong.hidden = true;
      copied.textContent = "Copied.";
    } catch (error) {
      copied.textContent = "";
      fail(error);
    }
  });

  return {
    refresh,
    fromHash(hash) {
      try {
        const reading = puzzleIn(game, hash);
        if (!reading) return false;
        accept(reading.puzzle, reading);
        return wrong.hidden;
      } catch (error) {
        fail(error);
        setTimeout(reveal); // when the page shows its example
        return false;
      }
    },
  };
}

const PACKED = [
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a],
  [0x28, 0xb5, 0x2f],
  [0x50, 0x4b, 0x03],
];

/** The beginnings of PNG, JPEG, GIF and WebP, since the name of a file need not tell what it is. */
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
];

/** Return whether a file is a picture or text; throw InputError if it is packed. */
async function kindOf(file) {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const begins = (magic) => magic.every((byte, i) => head[i] === byte);
  if (file.type.startsWith("image/") || PICTURES.some(begins)) return "picture";
  if (PACKED.some(begins)) throw new InputError("the file is compressed; unpack it first");
  return "text";
}

async function writeClipboard(text, container) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without permission, or in an old browser
    const field = h("textarea", { class: "unseen", "aria-hidden": "true", value: text });
    container.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new InputError("the browser does not allow copying here");
  }
}
