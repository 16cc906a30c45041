/** Why the engine reads no board in a picture, by its code. In JSON, which Python reads too. */
export default {
  "no_board": "no board was found",
  "several": "there are several boards",
  "cut": "the board is cut off at the border of the picture",
  "turned": "the picture is turned by about {number}°",
  "covered": "something lies over the board",
  "unclear_ends": "the ends of the board are unclear",
  "oblong": "the fields seem far from square",
  "patterns": "the fields cannot be told from the pattern in them",
  "similar_colours": "the colours of the fields cannot be told apart",
  "like_open": "covered fields cannot be told from open ones",
  "many_colours": "the fields have {number} colours, so they are not those of a board",
  "few_discs": "fewer than four discs were found",
  "unpaired": "the discs do not come in pairs of one colour",
  "strange_fields": "too many fields do not look like those of the puzzle",
  "against_rules": "the fields do not obey the rules, as in a game that is over",
  "over": "the game is over, or the puzzle is solved already"
};
