/**
 * The boards with the largest minima known, written by tools/hardest_boards.py.
 *
 * @type {{n: number, k: number, minimum: number, every: boolean, verified: boolean,
 *     rows: string}[]}  `every`: all boards of this size and number of colours were enumerated;
 *     `verified`: cake_lpr accepts a proof that there is no shorter solution
 */
export const HARDEST = [
  {"n": 3, "k": 3, "minimum": 5, "every": true, "verified": true, "rows": "012/101/010"},
  {"n": 3, "k": 4, "minimum": 6, "every": true, "verified": true, "rows": "012/303/210"},
  {"n": 3, "k": 6, "minimum": 7, "every": false, "verified": true, "rows": "101/324/053"},
  {"n": 4, "k": 3, "minimum": 7, "every": true, "verified": true, "rows": "0101/1212/2021/0200"},
  {"n": 4, "k": 4, "minimum": 8, "every": true, "verified": true, "rows": "0123/1212/0120/1002"},
  {"n": 4, "k": 6, "minimum": 9, "every": false, "verified": true, "rows": "1204/2424/3055/1530"},
  {"n": 5, "k": 3, "minimum": 9, "every": false, "verified": true, "rows": "10210/02121/10202/02120/01002"},
  {"n": 5, "k": 4, "minimum": 10, "every": false, "verified": true, "rows": "12123/01010/23131/30312/00201"},
  {"n": 5, "k": 6, "minimum": 12, "every": false, "verified": true, "rows": "54032/32540/10232/01325/34152"},
  {"n": 6, "k": 3, "minimum": 11, "every": false, "verified": true, "rows": "020210/202021/021210/202102/121021/202102"},
  {"n": 6, "k": 4, "minimum": 12, "every": false, "verified": true, "rows": "021032/312301/031210/323131/031213/201231"},
  {"n": 6, "k": 6, "minimum": 14, "every": false, "verified": true, "rows": "040251/235025/402030/343121/435031/343215"},
  {"n": 7, "k": 3, "minimum": 13, "every": false, "verified": true, "rows": "2121210/1010202/0201011/2010102/0201021/2010212/0200101"},
  {"n": 7, "k": 4, "minimum": 14, "every": false, "verified": true, "rows": "0313101/3121020/0230202/2012030/0303121/3221310/0103021"},
  {"n": 7, "k": 6, "minimum": 16, "every": false, "verified": true, "rows": "0452104/1031444/4204230/0523545/2012434/1530543/2102034"},
  {"n": 8, "k": 3, "minimum": 14, "every": false, "verified": true, "rows": "20102010/01021202/10102121/01021202/11012021/10110212/01121201/11102020"},
  {"n": 8, "k": 4, "minimum": 16, "every": false, "verified": true, "rows": "30231322/03023031/30101212/03232020/21301312/32130213/13202321/30313132"},
  {"n": 8, "k": 6, "minimum": 18, "every": false, "verified": true, "rows": "25141502/30534321/14325302/52253541/44141353/02513534/25045313/02304141"},
];
