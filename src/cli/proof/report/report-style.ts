/** Plain, and the same on paper: no script, no font, nothing from elsewhere. */
export const REPORT_STYLE = `
@page { size: A4; margin: 14mm }
body { font: 10pt/1.35 Georgia, 'Times New Roman', serif; color: #111; max-width: 190mm; margin: 8mm auto; padding: 0 4mm }
h1 { font-size: 16pt; margin: 0 0 1mm } h2 { font-size: 11pt; margin: 5mm 0 1mm; border-bottom: 1px solid #999 }
p { margin: 1mm 0 } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.6mm 2mm 0.6mm 0; border-bottom: 1px solid #ddd }
th { font-weight: normal; color: #555; white-space: nowrap }
code { font: 8pt/1.3 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.demo { border: 1px solid #a00; padding: 1.5mm 2mm; margin: 2mm 0 } .claim { font-size: 12pt; margin: 2mm 0 } .small { font-size: 8.5pt; color: #333 }
tr { break-inside: avoid } ul { margin: 1mm 0; padding-left: 5mm }
@media print { body { margin: 0; padding: 0 } }
`;
