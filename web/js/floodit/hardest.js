/**
 * The boards with the largest minima known, written by tools/hardest_boards.py.
 *
 * @type {{n: number, k: number, minimum: number, every: boolean, verified: boolean,
 *     rows: string}[]}  `every`: all boards of this size and number of colours were enumerated;
 *     `verified`: cake_lpr accepts a proof that there is no shorter solution
 */
export const HARDEST = [
  {"n": 3, "k": 3, "minimum": 5, "every": true, "verified": false, "rows": "012/101/010"},
  {"n": 3, "k": 4, "minimum": 6, "every": true, "verified": false, "rows": "012/303/210"},
  {"n": 4, "k": 3, "minimum": 7, "every": true, "verified": false, "rows": "0101/1212/2021/0200"},
  {"n": 5, "k": 3, "minimum": 9, "every": false, "verified": true, "rows": "12121/01021/20212/12120/21212"},
  {"n": 5, "k": 4, "minimum": 10, "every": false, "verified": true, "rows": "10203/31323/23131/30212/23101"},
  {"n": 5, "k": 6, "minimum": 12, "every": false, "verified": true, "rows": "32502/20234/45421/14043/53102"},
  {"n": 6, "k": 3, "minimum": 11, "every": false, "verified": true, "rows": "212010/120102/202020/120201/002020/021212"},
  {"n": 6, "k": 4, "minimum": 12, "every": false, "verified": true, "rows": "212301/320231/012103/123232/001021/323202"},
  {"n": 6, "k": 6, "minimum": 14, "every": false, "verified": true, "rows": "514320/302154/035213/340405/101252/504515"},
  {"n": 7, "k": 3, "minimum": 12, "every": false, "verified": true, "rows": "2121012/1210121/2021010/0110201/1022020/2101202/1000211"},
  {"n": 7, "k": 4, "minimum": 13, "every": false, "verified": true, "rows": "0313122/1202023/2310122/1201003/3032332/1301011/2123301"},
  {"n": 7, "k": 6, "minimum": 16, "every": false, "verified": true, "rows": "1041405/0104320/3252144/0313030/5251541/1522314/2053233"},
  {"n": 8, "k": 3, "minimum": 13, "every": false, "verified": true, "rows": "10202100/01020100/10211012/22120201/01012012/22120121/10121001/22212120"},
  {"n": 8, "k": 4, "minimum": 15, "every": false, "verified": true, "rows": "03012023/10323313/23203021/01030202/32302021/21231102/01020010/23130202"},
  {"n": 8, "k": 6, "minimum": 18, "every": false, "verified": true, "rows": "01352332/45031205/50145024/15302215/04130340/40323123/24202510/30131041"},
];
