/**
 * What the rules say of a solution, and why there is a link, or none: the rules of steps in
 * engine/interface/README.md. In JSON, which Python reads too.
 */
export default {
  "rules": {
    "strict": "in which flows fill the board and none touches itself",
    "touching": "in which flows fill the board and may touch themselves",
    "numberlink": "in which cells may stay empty"
  },
  "degree": "[need:The cell at {nodes} has all its links|[end:[bridge:[need:|The flow has only one way to continue from {nodes}|The cell at {nodes} needs both of its open sides]|A flow crosses {nodes}]|{end} ends at {nodes} and has only one way left]].",
  "ring": "A link here would close a cycle.",
  "flows": "A link here would join the flows {smaller} and {larger}.",
  "flow": "Both cells belong to {larger}, which would touch itself without a link here.",
  "touch": "With a link here, the flow[larger:| {larger}] would touch itself, at {nodes}.",
  "assume": "No simple step is left. Assume that there is [value:no|a] link here.",
  "refuted": "This is a contradiction, so there is [value:no|a] link here.",
  "search": "A search finds no solution without this link. It gives no reason.",
  "choice": "Solutions differ here. From here on, the steps follow one that has this link.",
  "count": "The only solution uses this link, as a count of all shows.",
  "contradiction": "{because} But there [value:must be one|can be none].",
  "stuck": "[end:[need:|The flow cannot continue from {nodes}|The cell at {nodes} needs two links and has [free:no|one] way left]|{end} ends at {nodes} and has no way left]."
};
