/** Colours of symbols, which puzzlesat.common.colours describes. In JSON, which Python reads too. */
export default {
  "COLOURS": {
    "blue": "#0072b2", "orange": "#ee9a00", "green": "#009e73", "red": "#cc2211", "purple": "#cc79a7",
    "cyan": "#56b4e9", "yellow": "#f0e442", "magenta": "#aa3377", "white": "#f2f2f2", "black": "#000000"
  },
  "OTHER_FILLS": [
    "#0072b2", "#ee9a00", "#009e73", "#cc2211", "#cc79a7", "#56b4e9", "#f0e442", "#aa3377", "#332288", "#882255"
  ],
  "EMOJI": {
    "🟥": "R", "🟩": "G", "🟦": "B", "🟨": "Y", "🟧": "O", "🟪": "P", "🟫": "N",
    "🔴": "R", "🟢": "G", "🔵": "B", "🟡": "Y", "🟠": "O", "🟣": "P", "🟤": "N",
    "⬛": "K", "⬜": "W", "⚫": "K", "⚪": "W"
  },
  "TYPICAL": {
    "red": "#e6261f", "green": "#1fbb1f", "blue": "#236ee6", "yellow": "#f7df1e", "orange": "#f68c10",
    "purple": "#8e3cb8", "violet": "#a98be8", "pink": "#f990bd", "cyan": "#1cd8e6", "magenta": "#d81fa0",
    "brown": "#8b5a2b", "black": "#101010", "white": "#fafafa", "gray": "#858585", "lime": "#b4e61e",
    "teal": "#0b8080", "maroon": "#7d0f22", "navy": "#10196e", "olive": "#7d7d0a", "gold": "#c9a227",
    "tan": "#d2b48c", "silver": "#c3c6ca", "turquoise": "#3fd9c0", "indigo": "#4b1e96", "beige": "#f4edd3",
    "fuchsia": "#fa3cf5"
  },
  "RARE_NAMES": [
    "beige", "fuchsia", "gold", "indigo", "lime", "magenta", "maroon",
    "navy", "olive", "silver", "tan", "teal", "turquoise", "violet"
  ],
  "LIGHTNESS": 0.4,
  "MAX_NAME_DISTANCE": 0.14,
  "RARITY": 0.04
};
