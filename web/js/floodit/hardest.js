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
  {"n": 3, "k": 5, "minimum": 6, "every": true, "verified": true, "rows": "012/343/100"},
  {"n": 3, "k": 6, "minimum": 7, "every": true, "verified": true, "rows": "012/343/510"},
  {"n": 3, "k": 7, "minimum": 7, "every": true, "verified": true, "rows": "012/345/600"},
  {"n": 3, "k": 8, "minimum": 8, "every": true, "verified": true, "rows": "012/345/670"},
  {"n": 4, "k": 3, "minimum": 7, "every": true, "verified": true, "rows": "0101/1212/2021/0200"},
  {"n": 4, "k": 4, "minimum": 8, "every": true, "verified": true, "rows": "0123/1212/0120/1002"},
  {"n": 4, "k": 6, "minimum": 10, "every": false, "verified": true, "rows": "5453/2042/3121/5204"},
  {"n": 5, "k": 3, "minimum": 9, "every": false, "verified": true, "rows": "12012/20201/12012/21201/11020"},
  {"n": 5, "k": 4, "minimum": 10, "every": false, "verified": true, "rows": "01312/10210/03032/12303/03031"},
  {"n": 5, "k": 6, "minimum": 12, "every": false, "verified": true, "rows": "21215/03152/41303/54130/31342"},
  {"n": 6, "k": 3, "minimum": 11, "every": false, "verified": true, "rows": "020120/202010/010102/101010/210102/102010"},
  {"n": 6, "k": 4, "minimum": 12, "every": false, "verified": true, "rows": "020233/131301/202032/131201/312322/323103"},
  {"n": 6, "k": 6, "minimum": 14, "every": false, "verified": true, "rows": "404035/342312/525142/254504/312042/020214"},
  {"n": 7, "k": 3, "minimum": 13, "every": false, "verified": true, "rows": "0102101/2021012/0210120/2021012/0210201/1212120/1020202"},
  {"n": 7, "k": 4, "minimum": 15, "every": false, "verified": true, "rows": "2323212/1201212/2013121/1201313/3013132/0301313/3010130"},
  {"n": 7, "k": 6, "minimum": 17, "every": false, "verified": true, "rows": "2354041/0135320/1302123/4231312/0513143/4024534/0435352"},
  {"n": 8, "k": 3, "minimum": 15, "every": false, "verified": true, "rows": "20202011/12121212/21212101/12121010/01010101/10201212/22010120/10021212"},
  {"n": 8, "k": 4, "minimum": 16, "every": false, "verified": true, "rows": "12310203/31023131/10210302/23021020/21230202/02132320/21123032/31230103"},
  {"n": 8, "k": 6, "minimum": 19, "every": false, "verified": true, "rows": "25431040/12305301/03523145/51451420/02543532/14454323/42541512/20125351"},
];
