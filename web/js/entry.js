/**
 * Where boards come in, on every page: paste or type a text, open or drop a file, take a picture,
 * follow a link.
 *
 *     const entry = mountEntry(container, { game: GAME, engine, onpuzzle, current, check, home });
 *
 * `GAME` is that of a module such as formats/floodit.js; without it, the panel is that of the front
 * page, which opens the page of whatever puzzle it is given. `onpuzzle(puzzle, play)` is called
 * with a puzzle of this page and what is kept for it, {} unless `check(puzzle, play)` returns;
 * `current()` returns the puzzle shown, for "copy as"; `home()` shows what the page has without an
 * address; the engine reads pictures. Returns
 *
 *     start()          shows the puzzle of the address, the last one or that of `home`; other
 *                      addresses are followed by themselves
 *     takeFile(file)   as if the file had been opened
 *     refresh()        to be called when the page's puzzle has changed by other means
 *
 * Texts of more than MAX_TEXT characters are refused before they are in the page, so that it never
 * freezes.
 */

import { loadHere } from "#js/engine.js";
import { Doubt, InputError, oddCharacter } from "#js/formats/common.js";
import { GAMES, addressOf, gamesIn, readings } from "#js/games.js";
import { damaged, fragmentOf, puzzleIn } from "#js/share.js";
import { MAX_PAGE_FIELDS, following, h, isCovered, isRefused, offerAgain, refuse, sentence, setAddress, svg } from "#js/shell.js";
import { forget, keptPlay, lastBoards } from "#js/store.js";
import { counted, grouped, listed } from "#js/words.js";

const MAX_TEXT = 100_000;
const MAX_PICTURE = 50_000_000; // bytes
const MAX_SMALL = 2_500; // fields of a small picture
const WHEN = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
const PAUSE = 300; // milliseconds after the last key

const sizeOf = (game, puzzle) => [game.shape(puzzle).join("×"), game.measure(puzzle)].filter(Boolean).join(", ");

/** The colours of the fields of an address; none if it is damaged, or of a draft. */
function tilesOf(game, fragment) {
  try { return game.tiles(puzzleIn(game, fragment)); } catch { return []; }
}

/** A small picture of a board, from the colours of its fields; without them if it is large. */
function smallPicture(game, tiles) {
  const [rows, cols] = [tiles.length || 1, tiles[0]?.length ?? 1], paths = new Map();
  if (rows * cols <= MAX_SMALL) tiles.forEach((row, r) => row.forEach((fill, c) => paths.set(fill, `${paths.get(fill) ?? ""}M${c + 0.5} ${r + 0.5}h0`)));
  return svg("svg", { class: `small-picture ${game.name}`, viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true" },
    [...paths].map(([fill, d]) => fill && svg("path", { d, stroke: fill })));
}

/** Fill a container with the panel. */
export function mountEntry(container, { game = null, engine, onpuzzle, check, home, current = () => null }) {
  const noun = game?.noun ?? "board";
  const text = h("textarea", { rows: 5, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    "aria-label": `The ${noun} as text`, placeholder: game?.hint ?? "Rows of a board, a game ID or a link" });
  const use = h("button", { class: "main", type: "button", disabled: true }, `Use this ${noun}`);
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true" });
  const open = h("button", { type: "button", onclick: () => file.click() }, "Photo or file");
  const said = h("p", { class: "said", role: "status" });
  const choices = h("div", { class: "choices", role: "group", "aria-label": "What to do" });
  const drawing = h("div");
  const copyAs = h("select", { "aria-label": "Form to copy" });
  const copy = h("button", { type: "button" }, "Copy");
  const copied = h("span", { role: "status", class: "quiet small" });
  const copyBar = h("div", { class: "bar copy", hidden: true }, h("span", {}, "Copy as"), copyAs, copy, copied);
  const last = h("ul", { class: "last", "aria-label": "Your last boards" });
  const lastPart = h("details", { hidden: true }, h("summary", {}, "Your last boards"), last);
  container.classList.add("entry");
  container.replaceChildren(text, h("div", { class: "bar" }, use, open, file), said, choices, drawing, lastPart, copyBar);

  let found = null; // the puzzle that the button uses, and its game
  let isStarted = false; // what a page shows before its first puzzle is no step
  let waiting = 0;
  let latest = {}; // what was given last; what is still found in an earlier picture is of no use

  /** Take away what was said of what was given before. */
  const clear = () => {
    refuse(null);
    clearTimeout(waiting);
    latest = {};
    found = null;
    use.disabled = true;
    said.textContent = "";
    choices.replaceChildren();
  };

  /** Put a sentence in the place of the board, which is no longer that of the address, and a way back below it. */
  const headline = (message, isQuestion = false) => {
    refuse(message, isQuestion);
    if (game) setAddress("", true); // a step, so that the way back leads to the board before
    if (current()) choices.append(choice(`Back to the ${game.shape(current()).join("×")} ${noun}`, clear));
  };

  /**
   * Say why what was given is no board; `isOnlyTyped` texts do not take the place of the board, and
   * a link stays in the address. What needs an engine that could not be loaded can be tried `again`.
   */
  const fail = (error, { isOnlyTyped = false, isLink = false, again } = {}) => {
    clear();
    if (error.unloaded && again) {
      reveal();
      return offerAgain(error, error.needsReload ? () => location.reload() : again);
    }
    const isTold = error instanceof InputError || ["EngineError", "Refusal"].includes(error?.constructor.name);
    if (!isTold) console.error(error);
    const message = isTold ? error.message : "this page has failed; reload it";
    if (isOnlyTyped) said.textContent = sentence(message);
    else if (isLink) refuse(message);
    else headline(message);
    if (!isOnlyTyped) reveal();
    return undefined;
  };

  const checkSize = (owner, puzzle) => {
    const [rows, cols] = owner.shape(puzzle);
    if (rows * cols <= MAX_PAGE_FIELDS) return puzzle;
    throw new InputError(`${rows}×${cols} fields are too many for this page, which shows at most ${grouped(MAX_PAGE_FIELDS)}`,
      `the command ${owner.name} solves larger ones`);
  };

  /** Show a puzzle here, or on the page of its game. */
  const accept = (owner, puzzle, isLink = false) => {
    try {
      checkSize(owner, puzzle);
      clear();
      if (owner === game) {
        const { past = [], ...play } = keptPlay(game.name, fragmentOf(game, puzzle), (each) => check(puzzle, each));
        onpuzzle(puzzle, { ...play, past: past.length || !isStarted ? past : null });
        refresh();
        document.getElementById("board")?.scrollIntoView({ block: "nearest" });
      } else if (document.getElementById("worker")) said.textContent = `This is for ${owner.title}; open its page.`;
      else location.assign(addressOf(owner, puzzle));
      return true;
    } catch (error) {
      const isOfEngine = error.reason && !(error instanceof InputError);
      fail(isLink && isOfEngine ? damaged(error) : error, { isLink });
      return false;
    }
  };

  const keepFocus = () => { if (document.activeElement === document.body) (choices.firstChild ?? document.querySelector("[role=tab][aria-selected=true]"))?.focus(); };
  const choice = (words, act, isLikeliest = false, picture = null) =>
    h("button", { class: isLikeliest && "main", type: "button", onclick: async () => { await act(); keepFocus(); } }, picture, words);

  /** What the puzzles make of a text, with options that a person has `stated`: this page's, or else the others. */
  const read = async (isWhole, stated = {}) => {
    clear();
    if (!text.value.trim()) return;
    try {
      await loadHere();
      if (text.value.length > MAX_TEXT) throw tooLong(text.value.length);
      const all = readings(text.value, stated), own = all.find((reading) => reading.game === game);
      const fitting = own?.puzzles ? [own] : all.filter(({ puzzles }) => puzzles);
      const doubts = (game ? [own] : all).filter((reading) => reading?.error instanceof Doubt);
      if (fitting.length === 1 && fitting[0].puzzles.length === 1 && !doubts.length && (own?.puzzles || !game)) {
        const [{ game: owner, puzzles: [puzzle] }] = fitting;
        checkSize(owner, puzzle);
        if (isWhole) accept(owner, puzzle);
        else {
          found = [owner, puzzle];
          use.disabled = false;
          said.textContent = `${game ? "" : `${owner.title}: `}${sizeOf(owner, puzzle)}.`;
        }
      } else if (fitting.length || doubts.length) offer(own, fitting, doubts, isWhole, stated);
      else throw whyNone(all);
    } catch (error) {
      fail(error, { isOnlyTyped: !isWhole, again: () => read(isWhole) });
    }
  };

  /** Let the person choose: among the readings or the boards of a text, or the puzzles that it may be. */
  const offer = (own, fitting, doubts, isWhole, stated) => {
    const isElsewhere = game && !own?.puzzles, reasons = new Set(doubts.map(({ error }) => error.message));
    const isTitled = !game && (reasons.size > 1 || doubts.length === 1 || fitting.length > 0);
    const titles = listed([...fitting, ...doubts].map(({ game: owner }) => owner.title), " or");
    const what = reasons.size === 1 && (game || !fitting.length) ? [...reasons][0] : isElsewhere ? `This fits ${titles}, not ${game.title}${own ? `: ${own.error.message}` : ""}`
      : fitting.length + doubts.length > 1 ? `This can be ${titles}` : `${counted(fitting[0].puzzles.length, fitting[0].game.noun)}; choose one`;
    const all = fitting.flatMap(({ game: owner, puzzles }) => puzzles.map((puzzle, number) => [owner, puzzle, number]));
    const means = new Map(doubts.flatMap(({ game: owner, error }) => Object.entries(error.readings).map(([words, option]) => [isTitled ? `${owner.title}: ${words}` : words, option])));
    choices.replaceChildren(...[...means].map(([words, option]) => choice(words, () => read(true, { ...stated, ...option }))), ...all.map(([owner, puzzle, number]) => choice(
      fitting.length + doubts.length > 1 || isElsewhere ? `Open in ${owner.title}: ${sizeOf(owner, puzzle)}`
        : `${number + 1}: ${sizeOf(owner, puzzle)}`, () => accept(owner, puzzle), isElsewhere && all.length === 1, smallPicture(owner, owner.tiles(puzzle)))));
    if (isWhole) headline(what, true);
    else said.textContent = sentence(what);
    if (isWhole) reveal();
    if (isWhole) keepFocus();
  };

  /** Why a text is no board: of the page's puzzle, or else of the likeliest; without one, what each takes. */
  const whyNone = (all) => {
    const own = all.length === 1 ? all[0] : all.find((reading) => reading.game === game);
    if (own) return own.error;
    const odd = oddCharacter(text.value);
    if (odd) return odd;
    const most = Math.max(...all.map(({ error }) => error.fits)), likely = all.filter(({ error }) => error.fits === most);
    const title = likely.length === 1 ? `${likely[0].game.title}: ` : "", isOne = new Set(likely.map(({ error }) => error.message)).size === 1;
    return new InputError(`this is no board of these puzzles. ${isOne ? sentence(title + likely[0].error.message)
      : all.map(({ game: owner }) => `${owner.title}: ${owner.hint[0].toLowerCase()}${owner.hint.slice(1)}.`).join(" ")}`);
  };

  const tooLong = (length) => new InputError(`the text has ${grouped(length)} characters, but a page reads at most ${grouped(MAX_TEXT)}`,
    `cut out one ${noun}, or use the command in a terminal`);

  /** Put a text into the field, and read it. */
  const take = (given) => {
    if (given.length > MAX_TEXT) return fail(tooLong(given.length));
    text.value = given;
    return read(true);
  };

  const takeFile = async (given) => {
    try {
      const kind = await kindOf(given);
      if (kind === "picture") await takePicture(given);
      else if (given.size > 4 * MAX_TEXT) throw tooLong(given.size);
      else {
        const content = new TextDecoder("utf-8", { fatal: true }).decode(await given.arrayBuffer());
        if (!content.trim()) throw new InputError("the file is empty", "open another one");
        take(content);
      }
    } catch (error) {
      const isBinary = error instanceof TypeError;
      fail(isBinary ? new InputError("the file is neither a picture nor text in UTF-8", "open another one") : error, { again: () => takeFile(given) });
    }
  };

  /** Let the person confirm the board in a picture, or offer to read another puzzle in it. */
  const takePicture = async (given) => {
    clear();
    const mine = latest;
    if (given.size > MAX_PICTURE) throw new InputError("the picture has more than 50 megabytes", "save it smaller");
    const { decoded, readPicture, straightened } = await import("#js/picture.js"); // most visitors have no picture
    let image = await decoded(given), all;
    said.textContent = "Looking for a board …";
    for (let round = 0, turn; round < 3 && turn !== 0; round++) {
      if (turn) image = straightened(image, turn);
      all = await gamesIn(image, engine, game ? [game] : GAMES);
      turn = all.find(({ reading }) => reading.unread === "turned")?.reading.number ?? 0;
    }
    if (game && all[0].reading.unread) all = [...all, ...await gamesIn(image, engine, GAMES.filter((other) => other !== game))];
    if (mine !== latest) return undefined;
    clear();
    const fitting = all.filter(({ reading }) => !reading.unread).sort((a, b) => a.reading.doubts.length - b.reading.doubts.length);
    const [best] = fitting;
    const ask = () => {
      const titles = listed(fitting.map(({ game: owner }) => owner.title), " or");
      const others = best && !game ? [] : all.filter(({ reading }) => reading.unread);
      choices.replaceChildren(...[...fitting, ...others].map((each) => choice(each.reading.unread ? each.game.title
        : `${each.game.title}, ${each.reading.grid.rows}×${each.reading.grid.cols}`, () => confirm(each).catch(fail), each === best)));
      headline(game ? `This picture seems to be of ${titles}` : best ? `This picture can be of ${titles}` : "No board was found. Which puzzle is it?", true);
      reveal();
    };
    const confirm = async ({ game: owner, reading }) => {
      clear();
      reveal();
      const puzzle = await readPicture(drawing, { game: owner, engine, image, reading });
      if (puzzle) accept(owner, puzzle);
      else if (fitting.length > 1) ask();
    };
    if (game && (best?.game === game || !best)) return confirm(all[0]);
    const [most, next] = fitting.map(({ reading }) => reading.doubts.length), isSure = fitting.length === 1 || (most === 0 && next > 0);
    return !game && isSure ? confirm(best) : ask();
  };

  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => read(false), PAUSE);
  });
  addEventListener("pageshow", () => { // back to a page that keeps its text
    if (text.value.trim() && !isRefused()) read(false);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      read(true);
    }
  });
  use.addEventListener("click", () => found && accept(...found));
  file.addEventListener("change", () => {
    if (file.files.length) takeFile(file.files[0]);
    file.value = "";
  });

  document.addEventListener("paste", (event) => {
    if (isCovered()) return;
    const data = event.clipboardData;
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    const given = data?.getData("text/plain") ?? "";
    const inField = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? "");
    if (picture && !given) {
      event.preventDefault();
      takeFile(picture);
    } else if (event.target === text && given.length > MAX_TEXT) {
      event.preventDefault(); // a field with megabytes of text would freeze the page
      fail(tooLong(given.length));
    } else if (event.target === text && !text.value.trim()) {
      setTimeout(() => read(true));
    } else if (!inField && given.trim()) {
      event.preventDefault();
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
    if (isCovered()) return;
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
    const kept = lastBoards(game?.name);
    lastPart.hidden = !kept.length;
    lastPart.open ||= !game;
    last.replaceChildren(...kept.map((board, i) => {
      const owner = GAMES.find(({ name }) => name === board.game), time = new Date(board.time ?? NaN);
      return h("li", {}, h("a", { href: `${owner === game ? "" : `${owner.name}.html`}#${board.fragment}`, onclick: clear },
        smallPicture(owner, tilesOf(owner, board.fragment)), h("span", {}, game ? board.label : `${owner.title}: ${board.label}`,
          !Number.isNaN(time.getTime()) && h("span", { class: "quiet small" }, ` ${time.toLocaleString([], WHEN)}`))),
      h("button", { class: "quiet", "aria-label": `Forget ${board.label}`, onclick: () => {
        forget(board);
        refresh();
        (last.children[i] ?? last.lastChild)?.lastChild.focus();
      } }, "×"));
    }));
    const puzzle = current();
    copyBar.hidden = !puzzle;
    if (!puzzle) return;
    const chosen = copyAs.value;
    const forms = { address: "link", ...Object.fromEntries(Object.keys(game.writers(puzzle)).map((name) => [name, name])) };
    copyAs.replaceChildren(...Object.entries(forms).map(([value, title]) => h("option", { value }, title)));
    if (chosen in forms) copyAs.value = chosen;
    copied.textContent = "";
  };

  copy.addEventListener("click", async () => {
    const puzzle = current();
    const written = copyAs.value === "address" ? `${location.href.split("#")[0]}#${fragmentOf(game, puzzle)}`
      : game.writers(puzzle)[copyAs.value]();
    try {
      await navigator.clipboard.writeText(written);
      copied.textContent = "Copied.";
    } catch { // without permission, or in an old browser
      [text.value, copied.textContent] = [written, "Copy the text above."];
      text.select();
    }
  });

  const fromHash = (hash) => {
    try {
      const puzzle = puzzleIn(game, hash);
      return Boolean(puzzle) && accept(game, puzzle, true);
    } catch (error) {
      fail(error, { isLink: true });
      return false;
    }
  };

  if (game) {
    addEventListener("hashchange", () => {
      if (current()) following(() => (location.hash ? fromHash(location.hash) : home()));
    });
  }
  const start = () => {
    const [last] = lastBoards(game.name);
    if (location.hash) {
      home(); // below the refusal, if it is one
      fromHash(location.hash);
    } else if (!last || !fromHash(last.fragment)) home();
    isStarted = true;
  };

  return { start, takeFile, refresh };
}

const PACKED = [[0x1f, 0x8b], [0x42, 0x5a, 0x68], [0xfd, 0x37, 0x7a], [0x28, 0xb5, 0x2f], [0x50, 0x4b, 0x03]];

/** The beginnings of PNG, JPEG, GIF and WebP, since the name of a file need not tell what it is. */
const PICTURES = [[0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], [0x47, 0x49, 0x46, 0x38], [0x52, 0x49, 0x46, 0x46]];

/** Return whether a file is a picture or text; throw InputError if it is packed. */
async function kindOf(file) {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const begins = (magic) => magic.every((byte, i) => head[i] === byte);
  if (file.type.startsWith("image/") || PICTURES.some(begins)) return "picture";
  if (PACKED.some(begins)) throw new InputError("the file is compressed", "unpack it first");
  return "text";
}
