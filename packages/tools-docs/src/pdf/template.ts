/**
 * How a document looks, in Typst. It is the only Typst code there ever is: the document comes as JSON, whose texts are strings
 * here and stay strings.
 */
export const template = `
#let doc = json(bytes(sys.inputs.doc))
#set document(title: doc.title, date: none)
#set page(
  paper: doc.paper,
  margin: (x: 2.2cm, y: 2.4cm),
  numbering: "1",
)
#set text(font: doc.fonts.text, fallback: doc.fallback, lang: doc.lang, size: 10.5pt)
#set par(leading: 0.68em, spacing: 1.05em)
#show raw: set text(font: doc.fonts.mono, fallback: doc.fallback, size: 0.9em)
#let loose(letters, body) = {
  show regex("\\\\S{" + str(letters) + ",}"): it => it.text.clusters().map(v => text(v)).join(h(0.001pt))
  body
}
#show raw.where(block: true): it => block(width: 100%, fill: luma(245), inset: 8pt, radius: 3pt, it)
#show raw.where(block: false): it => if it.at("label", default: none) == <long> {
  highlight(fill: luma(243), radius: 2pt, it)
} else { box(fill: luma(243), inset: (x: 2pt), outset: (y: 2pt), radius: 2pt, it) }
#show link: it => if type(it.dest) == str { text(fill: rgb("#1d4ed8"), it) } else { it }
#show heading: set block(above: 1.5em, below: 0.8em)
#show heading.where(level: 1): set text(size: 1.25em)
#set table(
  stroke: (x, y) => if y == 0 { (bottom: 0.8pt + luma(90)) } else { (bottom: 0.4pt + luma(205)) },
  inset: (x: 6pt, y: 5pt),
)
#show table: set par(justify: false)
#show table.cell.where(y: 0): strong
#set quote(block: true)
#show quote: it => block(inset: (left: 10pt), stroke: (left: 2pt + luma(190)), it.body)

#let directed(node, body) = if node.at("rtl", default: false) { text(dir: rtl, body) } else { body }
#let inline(nodes) = {
  for n in nodes {
    if n.t == "text" { text(n.v) }
    else if n.t == "check" { text(font: doc.fonts.mono, n.v + " ") }
    else if n.t == "run" { n.v.map(v => text(v)).join(h(0.001pt)) }
    else if n.t == "code" { if "long" in n { loose(n.long, [#raw(n.v)<long>]) } else { raw(n.v) } }
    else if n.t == "strong" { strong(inline(n.c)) }
    else if n.t == "em" { emph(inline(n.c)) }
    else if n.t == "del" { strike(inline(n.c)) }
    else if n.t == "break" { linebreak() }
    else if n.t == "link" { link(n.href, inline(n.c)) }
    else if n.t == "jump" { link(label(n.to), inline(n.c)) }
    else if n.t == "image" {
      box(if "alt" in n { image(n.file, alt: n.alt) } else { image(n.file) })
    }
  }
}
#let blocks(nodes) = {
  for n in nodes {
    if n.t == "heading" { [#directed(n, heading(level: n.level, inline(n.c))) #label(n.id)] }
    else if n.t == "text" { par(directed(n, inline(n.c))) }
    else if n.t == "code" and "long" in n { loose(n.long, raw(n.v, block: true)) }
    else if n.t == "code" { if n.lang == "" { raw(n.v, block: true) } else { raw(n.v, block: true, lang: n.lang) } }
    else if n.t == "quote" { quote(blocks(n.c)) }
    else if n.t == "rule" { line(length: 100%, stroke: 0.5pt + luma(160)) }
    else if n.t == "page" {
      par(context {
        let page = counter(page).at(label(n.to)).first()
        link(label(n.to), inline(n.name) + text(", " + n.word + " " + str(page)))
      })
    }
    else if n.t == "list" {
      let items = n.items.map(item => blocks(item.c))
      if n.ordered { enum(start: n.start, ..items) } else { list(..items) }
    }
    else if n.t == "table" {
      let fit = n.fit
      let cells = {
        set text(size: fit.size * 1pt)
        set table(inset: (x: fit.inset * 1pt, y: calc.min(5, fit.inset) * 1pt))
        table(
          columns: if "widths" in fit { fit.widths.map(w => w * 1pt) } else { n.head.len() },
          align: n.align.map(a => if a == "right" { right } else if a == "center" { center } else { left }),
          table.header(..n.head.map(cell => inline(cell))),
          ..n.rows.map(row => row.map(cell => inline(cell))).flatten(),
        )
      }
      if fit.isTurned { page(flipped: true, cells) } else { cells }
    }
  }
}
#if doc.toc { outline() }
#blocks(doc.blocks)
`;

/** Every text separately, in both fonts: the compiler names characters that cannot be shown. */
export const glyphTest = `
#let doc = json(bytes(sys.inputs.doc))
#set document(title: "x", date: none)
#set page(width: 400cm, height: auto)
#for (name, texts) in doc.tests {
  set text(font: doc.fonts.at(name), fallback: doc.fallback, lang: doc.lang)
  for each in texts { par(text(each)) }
}
`;
