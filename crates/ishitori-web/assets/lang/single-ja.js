// 一つの山ごとに進むゲーム。

export default {
  "single-heaps": "一つの山ごとのゲーム",
  "values-period": "値と周期",
  "plot-label": "{title}の山ごとの値",
  "plot-hint": "グラフを指すと山の値が、クリックするとその山の手が表示されます。",
  "plot-click": "グラフの山をクリックするか、いくつかの山の局面を入力すると、ここに値と手が表示されます。",
  "plot-keys":
    "ドラッグで移動、ホイールで拡大・縮小。キー操作：矢印でカーソル移動、Page Up / Page Down で大きく移動、+ と − で拡大・縮小、0 で全体、Enter で山の手を表示。",
  "heap-of": "{heap} 個の山",
  "show-position": "この局面を表示",
  "convention-of-position": "勝敗の決め方（局面について）",
  "download-sequence": "数列全体：",
  "period-plain": "{start} 個の山から先、値は周期 {length} で繰り返します。",
  "period-saltus": "{start} 個の山から先、値は周期 {length} で繰り返し、一周期ごとに {saltus} ずつ増えます。",
  "period-proved": "最初の {values} 個の値から証明され、独立した検証プログラムが証明を受け入れました。",
  "period-none": "{computed} 個の値からは周期は証明されていません。",
  "period-seems": "{start} 個の山から先、周期 {length} のように見えますが、ここでは証明されていません。",
  "period-seems-saltus":
    "{start} 個の山から先、周期 {length}（一周期ごとに {saltus} 増加）のように見えますが、ここでは証明されていません。",
  "zero-heaps": "山が一つの P 局面",
  "sum-keys":
    "山をクリックし、その山をどうするかを選びます。キー操作：左右の矢印で山を選び、Enter で開き、下矢印で選択肢へ、Enter で選び、もう一度 Enter で着手。H でヒント、U で待った。",
  "heap-becomes": "{size} 個の山は次のようにできます（{count} 通り）：",
  "heap-stuck": "{size} 個の山は動かせません。",
  "leaves-nothing": "なくす",
  "what-is-left": "山の残り（例：3,4）",
  choose: "選ぶ",
  "work-single":
    "一つの山ごとに進むゲームでは、ここで検査・証明・発見するものはありません。値と周期（証明つき）は「調べる」にあります。",
};
