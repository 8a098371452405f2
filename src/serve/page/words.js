// What the page says, in English and Japanese. The engine's own sentences come in the language that is asked for.

const TABLE = {
  title: ["tsume: workbench", "tsume 検討盤"],
  open: ["Open", "開く"], save: ["Save", "保存"], diagram: ["Diagram", "図面"], settings: ["Settings", "設定"], help: ["Help", "使い方"], close: ["Close", "閉じる"],
  undo: ["Undo", "元に戻す"], redo: ["Redo", "やり直す"], flip: ["Flip the board", "盤を反転"],
  setUp: ["Set up", "図を作る"], playMoves: ["Play moves", "指してみる"], mode: ["What a touch on the board does", "盤の操作"],
  modeSetUp: ["Put and move pieces.", "駒を置く・動かす・裏返す"], modePlay: ["Moves are played.", "指し手を進める"],
  board: ["Board", "盤面"], palette: ["Pieces to put", "置く駒"], attacker: ["attacker", "攻方"], defender: ["defender", "玉方"],
  attackerHand: ["Attacker’s hand", "攻方持駒"], defenderHand: ["Defender’s hand", "玉方持駒"],
  rest: ["all the rest", "残り全部"], restKept: ["The defender holds the rest", "玉方は残り全部を持つ"], none: ["none", "なし"],
  more: ["one {piece} more, {side}", "{side}の{piece}を増やす"], less: ["one {piece} less, {side}", "{side}の{piece}を減らす"],
  empty: ["empty", "空"], selected: ["picked up", "選択中"], target: ["can go here", "ここへ動ける"],
  putDown: ["put on {square}", "{square}に置いた"], removed: ["removed from {square}", "{square}から除いた"],
  promote: ["Promote", "成・不成"], otherSide: ["Side", "敵味方"], remove: ["Remove", "除く"], eraser: ["Eraser", "消す"],
  whole: ["The whole diagram", "図全体"], left: ["to the left", "左へ"], right: ["to the right", "右へ"], up: ["up", "上へ"], down: ["down", "下へ"],
  mirror: ["Mirror", "左右反転"], turn: ["Turn, exchange sides", "180°回転（先後交換）"], clear: ["Clear the board", "盤を空にする"],
  atEdge: ["A piece would leave the board.", "盤の外に出る駒がある"],
  // Faults of a diagram.
  fault_dead: ["{piece} on {square} can never move", "{square}の{piece}は行き所のない駒"], fault_two_pawns: ["two pawns on file {file} (二歩)", "{file}筋に二歩"],
  fault_too_many: ["{count} {piece} too many", "{piece}が{count}枚多い"], fault_no_king: ["Put the king that is to be mated (玉) on the board.", "詰ます玉を盤に置く"],
  fault_two_kings: ["two kings of one side", "同じ側の玉が二枚ある"], nowhere: ["not on the board, nor in a hand: {pieces}", "どこにもない駒：{pieces}"],
  // Judgement.
  colon: [": ", "："], comma: [", ", "・"], judgement: ["Judgement", "検討"], emptyBoard: ["Put pieces, or paste a position.", "駒を置くか、局面を貼り付けてください"],
  illegal: ["Not a problem yet", "まだ詰将棋の図でない"], waiting: ["…", "…"], searching: ["looking for a mate", "詰みを探している"],
  sound: ["sound", "完全作"], blemished: ["sound, with blemishes", "完全作（キズあり）"], flawed: ["flawed", "不完全作"], no_mate: ["no mate", "不詰"], unknown: ["unknown", "不明"], mate: ["mate", "詰み"], error: ["error", "エラー"],
  mateIn: ["mate in {n}", "{n}手詰"], mateInAtMost: ["mate in at most {n}", "{n}手以内の詰み"], mateHere: ["mate", "詰上り"], undecidedYet: ["open", "未決"],
  goal: ["To end with", "目的"], goal_mate: ["Goal: mate", "目的：詰"], goal_brinkmate: ["Goal: brinkmate", "目的：必至"], brinkmate: ["brinkmate", "必至"], brinkmateIn: ["brinkmate in {n}", "{n}手必至"], brinkmateInAtMost: ["brinkmate in at most {n}", "{n}手以内の必至"],
  threatmate: ["threatmate", "詰めろ"], no_threat: ["no threat", "詰めろでない"], no_brinkmate: ["no brinkmate", "必至なし"], searchingBrinkmate: ["looking for a brinkmate", "必至を探している"], atTheEnd: ["The threat and the defences", "詰めろと受け"],
  strict: ["{n} plies if every legal interposition counts", "無駄合も数えると{n}手"], leaves: ["leaves {pieces}", "駒余り {pieces}"], nothingLeft: ["nothing left over", "駒余りなし"], stated: ["stated: {n}", "記載は{n}手"],
  checksLeft: ["{left} of {total} other checks to decide", "他の王手{total}通りのうち残り{left}"], checksDone: ["{total} other checks decided", "他の王手{total}通りを検討済み"], checksDecided: ["{done} of {total} other checks decided", "他の王手{total}通りのうち{done}通りを検討済み"],
  stop: ["Stop", "停止"], goOn: ["Go on", "続ける"], again: ["Judge again", "もう一度検討"], decideRest: ["Decide the rest", "残りも調べる"], settled: ["the verdict is settled without the rest", "判定は残りによらず確定"], stopped: ["stopped", "停止した"], limit: ["a limit was reached; what is missing is unknown", "制限に達した。残りは不明"],
  undecided: ["left open: {n}", "未検討：{n}"], progress: ["{nodes} nodes · {time}", "{nodes}局面・{time}"], remembered: ["remembered", "記憶から"],
  cooksFound: ["defects so far: {n}", "不完全の理由 これまでに{n}"], authorsLine: ["Author’s line", "作意"], minor: ["Minor findings and remarks", "軽微な非限定・備考"],
  ply: ["ply {n}", "{n}手目"],
  // Lines.
  lines: ["Lines", "手順"], noLines: ["The lines appear when a mate is found.", "詰みが見つかると手順が出ます"], start: ["diagram", "初形"], toStart: ["to the diagram", "初形へ"], back: ["a move back", "一手戻る"], next: ["a move on", "一手進む"], toEnd: ["to the end", "最終手へ"],
  variations: ["{n} variations", "変化{n}"], defences: ["{n} defences", "受け{n}"], variation: ["1 variation", "変化1"], others: ["{n} other moves", "他の手{n}"], other: ["1 other move", "他の手1"], expand: ["Show all of it", "すべて見る"], tries: ["Tried", "試した手"], here: ["Here", "この局面"], asking: ["asking …", "調べている…"], askMore: ["Ask longer", "もっと調べる"],
  makeAuthors: ["Make this line the author’s", "この手順を作意にする"], dropAuthors: ["Forget the author’s line", "作意を消す"], makeDiagram: ["Make this position the diagram", "この局面を図にする"], explain: ["Why is an interposition futile?", "無駄合の理由"],
  hardestTry: ["Hardest try", "有力な紛れ"], forgetTry: ["Forget what was tried", "試した手を消す"], noInterpositions: ["No interposition is set aside here.", "ここに無駄合はない"], movesHere: ["Moves here", "ここでの指し手"], judgeMoves: ["What does each lead to?", "各手の結果を調べる"],
  authorIs: ["Author’s line of {n} plies", "作意{n}手"], promoteOrNot: ["Promote?", "成りますか"], yesPromote: ["promote", "成"], noPromote: ["don’t promote", "不成"], notLegal: ["That move cannot be played.", "その手は指せない"], notCheck: ["The attacker must give check.", "攻方は王手をかける"],
  // Solving as a player.
  solve: ["Solve", "解く"], modeSolve: ["Find the mate.", "詰みを見つける"], hinted: ["hint", "ヒント"],
  riddleAsking: ["Is there a mate? …", "詰みを確かめている…"], riddleThinking: ["{move} …", "{move} …"], riddleYours: ["Mate in {n}. Your move.", "{n}手詰。あなたの番です"], riddleYoursAtMost: ["Mate in at most {n}. Your move.", "{n}手以内の詰み。あなたの番です"],
  riddleGoOn: ["{mine} was right. Reply: {move}. Your move.", "{mine} は正解。玉方 {move}。あなたの番です"], riddleDual: ["There is another mate of the same length.", "同手数で詰む別の手もある"], riddleReply: ["Reply: {move}. Your move.", "玉方 {move}。あなたの番です"], riddleRight: ["{move}: right.", "{move}：正解"], riddleUndecided: ["{move}: not decided in time. Take it back, or ask longer.", "{move}：時間内に決まらない。待ったをするか、もっと調べる"],
  riddleRefuted: ["{move} does not mate: {reply}.", "{move} では詰まない：{reply}"], riddleNoMate: ["{move} does not mate.", "{move} では詰まない"], riddleRefutedHelp: ["Step through it, then take it back.", "手順を見たら、待ったで戻ってください"], riddleRefutation: ["Why not", "詰まない手順"],
  riddleLonger: ["{move} mates, too, but in {n} plies instead of {best}: a cook or a detour.", "{move} でも詰むが{n}手（最短は{best}手）。余詰か迂回。"], riddleAuthors: ["{move} is the author’s line of {n} plies, though there is a mate in {best}.", "{move} は作意どおり（{n}手）。ただし{best}手の詰みがある"],
  riddleSolved: ["Solved: mate after {n} plies.", "正解！ {n}手で詰み"], riddleHints: ["Hints: {n}", "ヒント{n}回"], riddlePiece: ["Hint: the marked piece moves.", "ヒント：印の駒を使う"], riddleMove: ["Hint: {move}", "ヒント：{move}"],
  riddleHint: ["Hint", "ヒント"], riddleTakeBack: ["Take back", "待った"], riddleAgain: ["From the start", "初形から"], riddleReveal: ["Show the solution", "解答を見る"], riddlePrevious: ["Previous", "前の問題"], riddleNext: ["Next", "次の問題"], riddleDaily: ["Problem of the day", "今日の一題"], riddleLink: ["Link to solve", "出題へのリンク"],
  editor: ["Editor", "編集"], riddleNumber: ["No. {n} of {of}", "第{n}番（全{of}題）"], riddleShown: ["The solution: {n} plies.", "解答：{n}手"], riddleShownHelp: ["Step through it with ← and →, or touch a move.", "←・→で進めるか、手に触れてください"], unfitEmpty: ["There is no problem on the board.", "盤に問題がない"],
  engineComes: ["The engine is being loaded …", "エンジンを読み込んでいます…"], listComes: ["The problems are being loaded …", "作品一覧を読み込んでいます…"], noSuchProblem: ["There is no problem “{id}” here.", "「{id}」という問題はありません"],
  tried: ["begun", "挑戦中"], unaided: ["{n} without a hint", "ヒントなし{n}題"], triedCount: ["{n} begun", "挑戦中{n}題"], streak: ["days in a row: {n}", "連続{n}日"], beginWith: ["Begin with no. {n}", "第{n}番から始める"], goOnWith: ["Go on with no. {n}", "第{n}番から続ける"],
  shownProblems: ["Problems that are shown", "表示する問題"], state_all: ["all", "すべて"], state_untried: ["not begun", "未挑戦"], state_tried: ["begun", "挑戦中"], state_solved: ["solved", "解決済み"], plies: ["Length", "手数"], anyLength: ["any", "すべて"], band: ["Difficulty", "難易度"], band_easy: ["easy", "やさしい"], band_middle: ["middle", "中くらい"], band_hard: ["hard", "難しい"], range: ["Numbers", "番号"],
  riddleProgress: ["{n} of {of} solved", "{of}題中{n}題を解いた"], solved: ["solved", "解いた"], helped: ["solved with hints", "ヒントで解いた"], aestheticsIs: ["aesthetics {n}", "芸術性{n}"], difficultyIs: ["difficulty {n}", "難易度{n}"],
  order: ["Order", "並び順"], order_given: ["as in the file", "ファイルの順"], order_difficulty: ["easy ones first", "やさしい順"], order_plies: ["short ones first", "手数の順"],
  onlyMatesPlayed: ["Only problems that end with a mate are solved here.", "ここで解けるのは詰将棋だけです"], unfitNoMate: ["There is no mate in this diagram.", "この図に詰みはない"], unfitUnknown: ["No mate was found in time.", "時間内に詰みが見つからない"],
  // Versions, repair, similar works, list.
  versions: ["Versions", "版"], noVersions: ["Diagrams that are opened, that are sound, or that stand for some seconds with their verdict are kept here.", "開いた図、完全作の図、判定が出て数秒そのままの図がここに残ります"], ofThisWork: ["Only this work", "この作品のみ"], takeBack: ["Go back to it", "この版に戻す"], compareIt: ["Compare", "比べる"],
  comparePick: ["Tick one version to compare it with the diagram, two to compare them.", "一つ選ぶと今の図と、二つ選ぶと互いに比べます"], comparison: ["Comparison", "比較"], gone: ["Gone", "消えたもの"], isNew: ["New", "新たなもの"],
  saveVersions: ["Save as file", "ファイルに保存"], deleteVersions: ["Delete all", "すべて削除"], sureDelete: ["Delete all versions?", "すべての版を削除しますか"], versionsRead: ["{n} versions read", "{n}版を読み込みました"], noRoom: ["The browser has no room left: old versions were dropped.", "ブラウザの保存領域が足りないため、古い版を消しました"],
  repair: ["Improve", "修正・逆算"], mend: ["Repair", "修正"], repairText: ["Looks for the least change that makes the diagram sound.", "完全作になる最小の変更を探します"], edits: ["Changes, at most", "変更の数"], keep: ["Must stay", "保つもの"], keepLine: ["the line", "手順"], keepKey: ["the first move", "初手"], keepLength: ["the length", "手数"], keepMate: ["nothing: any sound problem", "なし（完全作なら可）"], fixed: ["Squares that stay as they are (5a 4b)", "変えない升（5a 4b）"],
  lookFor: ["Look for changes", "修正案を探す"], extend: ["Two plies more", "逆算"], extendText: ["Looks for the sound problems two plies longer that lead into this one (逆算).", "この図に至る二手長い完全作を探します"], extendLook: ["Look for longer problems", "逆算する"], noExtension: ["No check and reply lead into it from a sound problem.", "この図に至る完全作はない"], flawedItself: ["It is not sound itself: repair it first.", "この図が完全作でない。まず修正を"], onlyMates: ["Only problems that end with a mate are repaired or extended.", "修正と逆算は詰将棋だけにできます"],
  why_line: ["The solution stays move for move, and with it the length. The usual choice: the work stays the same work.", "手順を一手も変えない（手数も同じ）。作品の内容が変わらない、普通の選び方"], why_key: ["Only the first move stays; what follows may become another line of another length.", "初手だけを変えない。以下の手順と手数は変わってよい"], why_length: ["The problem may have another solution, but as many plies.", "手順は変わってよいが、手数は同じ"], why_mate: ["Any sound problem will do.", "完全作であれば何でもよい"], looked: ["{looked} of {of} looked at, {found} found", "{of}図のうち{looked}図を調べ、{found}案"], alikeLeftOut: [", {alike} of the same ideas left out", "、同じ狙いの{alike}図は省略"], likeIt: ["{count} like it", "同じ狙い ほか{count}図"], repairOpen: ["Nothing was found within the limits; {undecided} changes were left undecided.", "制限内では見つからなかった。未決{undecided}案"], soundAlready: ["It is sound already.", "すでに完全作です"], nearMisses: ["Nearest, not yet sound", "惜しい案（まだ不完全）"], remains: ["Left: {findings}", "残り：{findings}"], noRepair: ["No such change makes it sound.", "完全作になる変更は見つからなかった"], allow: ["Kinds of changes", "変更の種類"],
  allow_add: ["add", "追加"], allow_remove: ["remove", "除去"], allow_move: ["move", "移動"], allow_swap: ["exchange", "交換"], allow_side: ["other side", "敵味方"], allow_hand: ["hand", "持駒"], allow_shift: ["shift", "平行移動"],
  // Composing.
  compose: ["Compose", "創作"], composeText: ["Makes sound problems without idle pieces. The same seed and wishes give the same problems.", "無駄駒のない完全作を作ります。シードと条件が同じなら同じ作品になります"], composeLook: ["Compose", "創作する"], composed: ["{attempts} attempts, {found} problems · seed {seed}", "試行{attempts}回、{found}作・シード{seed}"], composeNone: ["Nothing was found within the limits. Fewer wishes find more.", "制限内では見つからなかった。条件を減らすと見つかりやすい"],
  pliesFrom: ["Plies, from", "手数（下限）"], pliesTo: ["to", "上限"], howMany: ["Problems", "作品数"], themes: ["Themes", "テーマ"], themesHint: ["Touch once: every problem has it (+). Twice: none has it (−).", "一度触れると必ず含む（＋）、二度で含まない（−）"], themeWith: ["wanted", "含む"], themeWithout: ["not wanted", "含まない"], themeEither: ["either", "問わない"],
  piecesUsed: ["Pieces and squares", "駒と範囲"], onBoard: ["On the board, at most", "盤上の最大枚数"], inHand: ["In hand, at most", "持駒の最大枚数"], region: ["Region", "配置の範囲"], region_all: ["whole board", "盤全体"], region_corner4: ["corner 4 × 4", "隅4×4"], region_corner5: ["corner 5 × 5", "隅5×5"], region_right: ["right side, six ranks", "右半分六段"], region_top: ["upper four ranks", "上四段"], twoKings: ["Both kings 双玉", "双玉"],
  difficultyWish: ["Difficulty", "難易度"], difficulty_any: ["any", "問わない"], difficulty_easy: ["easy, up to 35", "やさしい（35以下）"], difficulty_middle: ["middle, 30 to 60", "中くらい（30〜60）"], difficulty_hard: ["hard, from 50", "難しい（50以上）"], aestheticsWish: ["Aesthetics, at least", "芸術性の下限"], plainToo: ["Plain problems, too (found sooner)", "平凡な作品も（早く見つかる）"], fromThis: ["Variations of the diagram", "今の図から変化させる"], seed: ["Seed", "シード（乱数）"], seedDrawn: ["random", "自動"], keepIt: ["Keep", "残す"], keptIt: ["Kept among the versions.", "版に残しました"], listAll: ["Put all in the list", "すべて一覧に入れる"], toBoard: ["Put it on the board", "盤に載せる"],
  theme_sacrifices: ["sacrifice 捨駒", "捨駒"], theme_focal_sacrifices: ["focal sacrifice 焦点", "焦点の捨駒"], theme_non_promotions: ["non-promotion 不成", "不成"], theme_interpositions: ["interposition 合駒", "合駒"], theme_moved_interpositions: ["moved interposition 移動合", "移動合"], theme_distant_drop: ["distant drop 遠打", "遠打"], theme_exact_drops: ["exact drop 限定打", "限定打"], theme_counter_checks: ["counter-check 逆王手", "逆王手"], theme_pawn_drop_mates: ["pawn-drop mate 打歩詰", "打歩詰"], theme_returning_king: ["returning king 還元玉", "還元玉"], theme_corner_mate: ["corner mate 雪隠詰", "雪隠詰"], theme_centre_mate: ["centre mate 都詰", "都詰"], theme_simple: ["few pieces 簡素", "簡素図式"], theme_small_pieces: ["no rook, no bishop 小駒", "小駒図式"], theme_no_gold_no_silver: ["no gold, no silver 貧乏", "貧乏図式"], theme_bare_king: ["bare king 裸玉", "裸玉"],
  similar: ["Similar works", "類似作"], lookSimilar: ["Look for similar works", "類似作を探す"], noSimilar: ["Nothing similar in the collection.", "類似作なし"],
  problems: ["Problems", "作品一覧"], ofFile: ["{n} problems", "{n}題"], ofList: ["{n} of {of} problems", "{of}題のうち{n}題"], lookInList: ["Title, author or id", "作品名・作者・番号で探す"], showMore: ["Show more", "さらに表示"], unreadable: ["could not be read", "読めなかった"], leftOut: ["{n} more are not shown", "ほか{n}題は省いた"], loaded: ["Read as {format}", "{format}として読み込みました"],
  // The table of an editor.
  showRows: ["Rows", "表示する行"], rows_all: ["all", "すべて"], rows_flawed: ["flawed", "不完全"], rows_blemished: ["blemished", "キズあり"], rows_open: ["open", "不明"], rows_differs: ["length differs", "手数が違う"], rows_unjudged: ["not judged", "未検討"],
  row_id: ["Id", "番号"], row_title: ["Title", "作品"], row_verdict: ["Verdict", "判定"], row_first: ["First finding", "最初の指摘"], row_length: ["Plies", "手数"], row_rating: ["Difficulty", "難易度"], row_similarTo: ["Similar", "類似作"], noFlaw: ["No row is flawed.", "不完全な行はない"], notKept: ["The browser does not keep these verdicts: export the rows before you leave.", "判定はブラウザに保存されません。離れる前に行を書き出してください"],
  judgeAll: ["Judge all", "すべて検討"], judgePause: ["Pause", "一時停止"], judgeGoOn: ["Go on", "続ける"], judgeAgain: ["Judge again", "もう一度検討"], rowsJudged: ["{n} of {of} judged", "{of}題中{n}題を検討"], timeLeft: ["about {time} left", "残り約{time}"], timeOfEach: ["Time for each problem", "一題の時間"],
  exportRows: ["Export", "書き出し"], exportHint: ["The rows that are shown:", "表示中の行："], rowsJson: ["Rows (JSON lines)", "行（JSON Lines）"], diagramsSvg: ["Diagrams (SVG, zip)", "図面（SVG・zip）"], diagramsPng: ["Diagrams (PNG, zip)", "図面（PNG・zip）"], nothingJudged: ["Judge the problems first.", "先に検討してください"], drawn: ["{n} of {of} drawn", "{of}題中{n}題の図面"],
  // In and out.
  paste: ["Paste or type", "貼り付け・入力"], pasteHint: ["SFEN, KIF, KI2, CSA, JKF, BOD, a text diagram or a link", "SFEN・KIF・KI2・CSA・JKF・BOD・局面図・リンク"], readIt: ["Read it", "読み込む"], showPlace: ["Show the place", "その場所を見る"], lineOfText: ["line {n}", "{n}行目"], morePlaces: ["and {n} more", "ほか{n}か所"], openFile: ["Open a file …", "ファイルを開く…"], newBoard: ["Empty board", "空の盤"], bothKings: ["Both kings 双玉", "双玉の盤"], example: ["Example", "例題"], dropHere: ["Drop files here", "ここにドロップ"],
  name: ["Title", "作品名"], author: ["Author", "作者"], copyText: ["Copy", "コピー"], copied: ["Copied.", "コピーしました"], download: ["Save as file", "ファイルに保存"], link: ["Link to the diagram", "図へのリンク"], lishogiLink: ["Link to lishogi", "lishogiへのリンク"], copiedSecret: ["Copied. The link holds your secret and opens your own workbench: do not publish it.", "コピーしました。リンクには秘密の文字列が含まれ、この検討盤だけを開きます。公開しないでください"], report: ["Report", "検討結果"], asText: ["Text", "文字"],
  // Settings.
  language: ["Language", "言語"], theme: ["Colours", "配色"], auto: ["as the system", "システムに合わせる"], light: ["light", "明るい"], dark: ["dark", "暗い"], notation: ["Moves and pieces", "手と駒の表記"], kanji: ["Japanese", "日本式"], letters: ["letters", "英字"],
  profile: ["Rules", "基準"], standard: ["standard", "標準"], lenient: ["lenient", "緩い"], strictRules: ["strict (unique but for last move, equal defences)", "厳しい（最終手・変同のほかは限定）"], uniqueRules: ["fully unique", "完全限定"], interpositions: ["Futile interpositions", "無駄合"],
  timeLimit: ["Time for a judgement", "検討の時間"], seconds: ["{n} s", "{n}秒"], minutes: ["{n} min", "{n}分"], noLimit: ["no limit", "無制限"], threads: ["Threads", "スレッド"], memory: ["Memory for a search", "検討に使うメモリー"], usual: ["as usual", "標準"], liveOn: ["Judge after every change", "変更のたびに検討する"], judgeNow: ["Judge", "検討する"],
  // The engine.
  lost: ["The engine does not answer. Your work is safe here; trying again …", "エンジンが応答しません。作業はこのページに残っています。再接続中…"], backAgain: ["The engine is back.", "エンジンに再接続しました"],
  stranger: ["The engine was started anew and does not know this page. Open the address that it printed; your versions are there, too.", "エンジンが起動し直され、このページを知りません。表示されたアドレスを開いてください（版は残っています）"],
  cannotBegin: ["The page could not begin. ページを開始できませんでした。", "The page could not begin. ページを開始できませんでした。"], beginAnew: ["Forget diagrams and settings, and begin anew 図と設定を消してやり直す", "Forget diagrams and settings, and begin anew 図と設定を消してやり直す"],
  forgetAll: ["Forget all that is kept here", "保存したものをすべて消す"], sureForgetAll: ["Forget all diagrams, versions, progress and settings that this browser keeps for the page?", "このブラウザに保存された図・版・進み具合・設定をすべて消しますか"],
  linkTooLong: ["The link is too long for a diagram and its line.", "リンクが長すぎて図と手順として読めない"],
  fewer: ["too many at a time; trying again", "混み合っています。再試行します"], file: ["File {n}", "{n}筋"], toast: ["Message", "通知"],
};

const NAMES = {
  en: { P: "pawn", L: "lance", N: "knight", S: "silver", G: "gold", B: "bishop", R: "rook", K: "king", "+P": "promoted pawn", "+L": "promoted lance", "+N": "promoted knight", "+S": "promoted silver", "+B": "horse", "+R": "dragon" },
  ja: { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉", "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍" },
};
// One character for each piece of a diagram.
export const SIGNS = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉", "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
export const NUMERALS = "〇一二三四五六七八九";

let lang = "en";
export const language = () => lang;
export function setLanguage(to) { lang = to === "ja" ? "ja" : "en"; }

/* A sentence of the table, with the values that it names. */
export function say(key, values = {}) {
  // A word from a file may be the name of something that every object has.
  if (!Object.hasOwn(TABLE, key)) return String(key);
  const words = TABLE[key];
  return words[lang === "ja" ? 1 : 0].replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}
export const pieceName = (kind) => NAMES[lang][kind] || kind;
/* A square of a diagram that is printed: `２三`. */
const printed = (square) => String.fromCharCode(square.charCodeAt(0) + 0xfee0) + NUMERALS["abcdefghi".indexOf(square[1]) + 1];
export const squareName = (square) => (lang === "ja" ? printed(square) : square);

/* 十八, as in hands of diagrams. */
export const numeral = (n) => (n > 9 ? "十" : "") + (n % 10 || n === 0 ? NUMERALS[n % 10] : "");

/* A hand in words: `rook, pawn 2`, `飛 歩二`. */
export function handWords(hand, order) {
  const kinds = order.filter((kind) => hand[kind] > 0);
  if (!kinds.length) return say("none");
  return kinds.map((kind) => pieceName(kind) + (hand[kind] > 1 ? (lang === "ja" ? numeral(hand[kind]) : ` ×${hand[kind]}`) : "")).join(lang === "ja" ? " " : ", ");
}

/* A move in words, as far as the page knows them: the engine tells which of two like pieces moves. */
export function moveWords(position, move, last, western) {
  const isDrop = move[1] === "*", to = move.slice(2, 4), kind = isDrop ? move[0] : position.board[move.slice(0, 2)]?.kind || "P", promoted = move[4] === "+" ? "+" : "";
  if (western) return `${kind}${isDrop ? "*" : position.board[to] ? "x" : "-"}${to}${promoted}`;
  const square = last?.slice(2, 4) === to ? "同" : printed(to);
  return (position.side === "b" ? "▲" : "△") + square + NAMES.ja[kind] + (promoted ? "成" : "");
}

/* `0.8 s`, `120 ms`. */
export const duration = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`);
export const thousands = (n) => n.toLocaleString("en-US");

/* Writes the words of a part of the page: `data-say` is its text, `data-label` its name, `data-hint` what an empty field shows. */
export function writeWords(root) {
  for (const it of root.querySelectorAll("[data-say]")) it.textContent = say(it.dataset.say);
  for (const it of root.querySelectorAll("[data-label]")) {
    it.setAttribute("aria-label", say(it.dataset.label));
    if (it.matches("button, summary")) it.title = say(it.dataset.label);
  }
  for (const it of root.querySelectorAll("[data-hint]")) it.placeholder = say(it.dataset.hint);
}
