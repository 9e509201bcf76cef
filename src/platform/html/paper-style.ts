import { createHash } from 'node:crypto';

/** Plain, and the same on paper: no script, no font, nothing from elsewhere. */
export const PAPER_STYLE = `
@page { size: A4; margin: 14mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif } }
body { background: #fff }
.paper, :host { color-scheme: light; font: 10pt/1.35 Georgia, 'Times New Roman', serif; color: #111; background: #fff; max-width: 190mm; margin: 8mm auto; padding: 0 4mm }
h1 { font-size: 16pt; margin: 0 0 1mm } h2 { font-size: 11pt; margin: 5mm 0 1mm; border-bottom: 1px solid #999 } h3 { font-size: 10pt; margin: 3mm 0 1mm }
h2, h3 { break-after: avoid }
p { margin: 1mm 0 } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.6mm 2mm 0.6mm 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
th { font-weight: normal; color: #555 } th[scope=row] { width: 36mm }
code { font: 8pt/1.3 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { font: 8pt/1.3 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1mm 0 }
.demo { border: 1px solid #a00; padding: 1.5mm 2mm; margin: 2mm 0 } .claim { font-size: 12pt; margin: 2mm 0 } .small { font-size: 8.5pt; color: #333 }
.state { font-family: sans-serif; font-size: 8.5pt; white-space: nowrap }
tr { break-inside: avoid } ul { margin: 1mm 0; padding-left: 5mm }
.sheet, .sheet > tbody > tr > td, .sheet > tfoot > tr > td { border: 0; padding: 0 } .sheet > tbody > tr { break-inside: auto }
.sheet > tfoot > tr > td { padding-top: 3mm; font: 8pt sans-serif; color: #333 }
@media print { body { margin: 0 } .paper, :host { margin: 0; padding: 0; max-width: none } }
`;

/** The style as a content security policy names it. */
export const PAPER_STYLE_SOURCE = `'sha256-${createHash('sha256').update(PAPER_STYLE).digest('base64')}'`;

/** The policy of a document with this style and nothing else. */
export const PAPER_POLICY = `default-src 'none'; style-src ${PAPER_STYLE_SOURCE}`;
