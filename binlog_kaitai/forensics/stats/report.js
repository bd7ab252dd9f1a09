"use strict";

// Texts of logs are put into the page as text, never as HTML.
function element(name, text, parent) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = typeof text === "number" ? text.toLocaleString("en") : String(text);
  }
  if (parent) parent.appendChild(made);
  return made;
}

function compare(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one ?? "").localeCompare(String(other ?? ""));
}

function kind(value) {
  if (typeof value === "number") return "number";
  return /^\d{4}-\d\d-\d\dT/.test(value) ? "time" : "";
}

// A table whose rows are sorted by a click on a heading, and opened by a click on one.
function table(caption, headings, rows, parent, open) {
  const made = element("table", null, parent);
  element("caption", caption, made);
  const head = element("tr", null, element("thead", null, made));
  const body = element("tbody", null, made);
  let order = { at: -1, sign: 1 };
  const fill = () => {
    body.replaceChildren();
    for (const row of rows) {
      const line = element("tr", null, body);
      for (const value of row.values) {
        element("td", value, line).className = kind(value);
      }
      if (open) line.addEventListener("click", () => open(row.item));
    }
  };
  headings.forEach((heading, at) => {
    const cell = element("th", heading, head);
    cell.className = rows.some((row) => kind(row.values[at]) === "number") ? "number" : "";
    cell.addEventListener("click", () => {
      order = { at, sign: order.at === at ? -order.sign : 1 };
      rows.sort((a, b) => order.sign * compare(a.values[at], b.values[at]));
      fill();
    });
  });
  fill();
  return made;
}

function show(title, facts, fill) {
  const detail = document.getElementById("detail");
  detail.replaceChildren();
  detail.hidden = false;
  const close = element("button", "close", detail);
  close.addEventListener("click", () => { detail.hidden = true; });
  element("h2", title, detail);
  for (const [name, value] of facts) {
    if (value !== null && value !== undefined) element("div", `${name}: ${value}`, detail);
  }
  if (fill) fill(detail);
}

// A command with a button that copies it. All its texts of logs are quoted by Python.
function command(label, text, parent) {
  element("div", `${label}:`, parent);
  const pre = element("pre", `binlog-kaitai ${text}`, parent);
  const button = element("button", "copy", parent);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch { // the browser keeps its clipboard from this page
      getSelection().selectAllChildren(pre);
      document.execCommand("copy");
    }
    button.textContent = "copied";
  });
}

function historyCommand(label, name, key, parent) {
  command(label, `history --table ${words.tables[name]} ${key} ${words.selection}`, parent);
}

function transactions(caption, items, parent) {
  const rows = items.map((item) => ({
    item,
    values: [item.timestamp, item.seconds ?? "", item.file, String(item.position), item.gtid,
      item.num_rows, item.num_bytes, item.tables.map((t) => t.table).join(", ")],
  }));
  const headings = ["time", "seconds", "log", "position", "GTID", "rows", "bytes", "tables"];
  return table(caption, headings, rows, parent, showTransaction);
}

function ddl(caption, items, parent) {
  const rows = items.map((item) => ({
    item, values: [item.timestamp, item.file, String(item.position), item.database, item.statement],
  }));
  const headings = ["time", "log", "position", "database", "statement"];
  return table(caption, headings, rows, parent, (item) => {
    show(`DDL at byte ${item.position} of ${item.file}`, [["time", item.timestamp]],
      (detail) => element("pre", item.statement, detail));
  });
}

function showTransaction(item) {
  const facts = [["time", item.timestamp], ["GTID", item.gtid], ["server", item.server_id],
    ["seconds", item.seconds], ["rows", item.num_rows], ["bytes", item.num_bytes]];
  show(`Transaction at byte ${item.position} of ${item.file}`, facts, (detail) => {
    const rows = item.tables.map((t) => ({ item: t, values: [t.table, t.rows, t.bytes] }));
    table("Its tables", ["table", "rows", "bytes"], rows, detail);
    const place = `--start-position ${item.position} --stop-position ${item.end_position}`;
    command("Its rows", `rows ${place} ${words.paths[item.path]}`, detail);
  });
}

function showTable(name) {
  const item = report.tables.find((each) => each.table === name);
  const facts = ["inserts", "updates", "deletes", "rows", "bytes", "transactions"]
    .map((field) => [field, item[field].toLocaleString("en")]);
  show(name, facts, (detail) => {
    command("Its rows", `rows --table ${words.tables[name]} ${words.selection}`, detail);
    const [key] = words.keys[name] ?? [];
    const label = key ? "The row that changed most often" : "A row, by its key in place of COLUMN=VALUE";
    historyCommand(label, name, key ?? "--key COLUMN=VALUE", detail);
    command("SQL that reverts its changes",
      `undo --table ${words.tables[name]} ${words.selection}`, detail);
    const has = (transaction) => transaction.tables.some((t) => t.table === name);
    transactions("Its largest transactions", report.biggest.filter(has), detail);
    const hot = report.hot.find((each) => each.table === name);
    if (hot) hotRows(hot, detail);
  });
}

function showBucket(time) {
  const item = report.timeline.buckets.find((each) => each.time === time);
  const first = Date.parse(time);
  const isInside = (item) => {
    const moment = Date.parse(item.timestamp);
    return moment >= first && moment < first + report.timeline.seconds * 1000;
  };
  const facts = [["transactions", item.transactions], ["rows", item.rows], ["bytes", item.bytes]];
  show(`From ${time} on, ${report.timeline.seconds} seconds`, facts, (detail) => {
    const rows = Object.entries(item.tables).map(([name, count]) => ({
      item: name, values: [name, count],
    }));
    table("Rows", ["table", "rows"], rows, detail, showTable);
    transactions("Among the largest transactions", report.biggest.filter(isInside), detail);
    ddl("DDL", report.ddl.filter(isInside), detail);
  });
}

function hotRows(hot, parent) {
  const rows = hot.rows.map((row, at) => ({ item: at, values: [...Object.values(row.key).map(String), row.changes] }));
  const error = hot.error ? `, or up to ${hot.error} more` : "";
  table(`Rows changed most often: ${hot.table}${error}`, [...hot.key, "changes"], rows, parent, (at) => {
    const facts = [...Object.entries(hot.rows[at].key), ["changes", hot.rows[at].changes]];
    show(`A row of ${hot.table}`, facts,
      (detail) => historyCommand("Its history", hot.table, words.keys[hot.table][at], detail));
  });
}

function isDark() {
  return document.documentElement.dataset.theme === "dark";
}

function chooseTheme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme").textContent = isDark() ? "light mode" : "dark mode";
}

// The parts of a chart's layout that depend on the page's colors and width.
function look(name, width) {
  const style = getComputedStyle(document.documentElement);
  const color = (variable) => style.getPropertyValue(`--${variable}`).trim();
  const layout = {
    "paper_bgcolor": "rgba(0, 0, 0, 0)", "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font.color": color("text"), "xaxis.nticks": Math.max(2, Math.floor(width / 130)),
    "modebar.bgcolor": "rgba(0, 0, 0, 0)", "modebar.color": color("strong"), "modebar.activecolor": color("text"),
  };
  for (const axis of ["xaxis", "yaxis"]) {
    for (const part of ["gridcolor", "zerolinecolor", "linecolor"]) {
      layout[`${axis}.${part}`] = color("line");
    }
  }
  if (name === "timeline") layout["xaxis.rangeslider.bgcolor"] = color("panel");
  if (name === "tables") {
    layout["updatemenus[0].bgcolor"] = color("panel");
    layout["updatemenus[0].bordercolor"] = color("line");
  }
  return layout;
}

function paint() {
  for (const name of Object.keys(charts)) {
    const place = document.getElementById(name);
    Plotly.relayout(place, look(name, place.clientWidth));
  }
}

function draw(name, open) {
  const chart = charts[name];
  const place = document.getElementById(name);
  Plotly.newPlot(place, chart.data, chart.layout, { responsive: true, displaylogo: false });
  place.on("plotly_click", (event) => open(event.points[0].customdata));
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
chooseTheme(prefersDark.matches ? "dark" : "light");
prefersDark.addEventListener("change", (event) => {
  chooseTheme(event.matches ? "dark" : "light");
  paint();
});
document.getElementById("theme").addEventListener("click", () => {
  chooseTheme(isDark() ? "light" : "dark");
  paint();
});
document.getElementById("title").textContent = document.title;
document.getElementById("summary").textContent =
  `${report.transactions.toLocaleString("en")} transactions, ${report.rows.toLocaleString("en")} rows, ` +
  `${report.bytes.toLocaleString("en")} bytes. Click on a bar or a line to open it, on a heading to ` +
  `sort; drag in a chart to zoom.`;
draw("tables", (at) => showTable(report.tables[at].table));
draw("timeline", showBucket);
draw("biggest", (at) => showTransaction(report.biggest.filter((row) => row.num_rows)[at]));
paint();
addEventListener("resize", paint);

const lists = document.getElementById("lists");
table("Tables", ["table", "inserts", "updates", "deletes", "rows", "bytes", "share, %"],
  report.tables.map((t) => ({
    item: t.table,
    values: [t.table, t.inserts, t.updates, t.deletes, t.rows, t.bytes,
      Math.round(1000 * t.share) / 10],
  })), lists, showTable);
table("Largest deletes", ["time", "log", "position", "GTID", "deleted rows", "tables"],
  report.deletes.map((item) => ({
    item,
    values: [item.timestamp, item.file, String(item.position), item.gtid, item.deleted,
      item.tables.map((t) => t.table).join(", ")],
  })), lists, showTransaction);
transactions("Largest transactions", report.biggest, lists);
transactions("Longest transactions", report.longest, lists);
ddl("DDL", report.ddl, lists);
report.hot.forEach((hot) => hotRows(hot, lists));
table("Logs", ["log", "server", "transactions", "from", "to", "GTIDs", "missing previous GTIDs"],
  report.files.map((f) => ({
    item: f, values: [f.path, f.server_version, f.transactions, f.first, f.last, f.gtids, f.gap],
  })), lists);
table("Servers", ["server id", "transactions"],
  report.servers.map((s) => ({ item: s, values: [String(s.server_id), s.transactions] })), lists);
