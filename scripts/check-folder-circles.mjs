// Folders of src/ must not import each other in a circle: a reader can then take them in one order.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..', 'src');
/** Folders that each folder imports, by an example. */
const imports = new Map();
for (const name of readdirSync(root, { recursive: true })) {
  const file = name.replaceAll('\\', '/');
  if (!file.endsWith('.ts') || /spec\.ts$/.test(file)) continue;
  const from = dirname(file);
  for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(
    /(?:from|import|import\()\s*'(\.[^']+)\.js'/g,
  )) {
    const to = dirname(normalize(join(from, path)).replaceAll('\\', '/'));
    if (to === from || to.startsWith('..')) continue;
    if (!imports.has(from)) imports.set(from, new Map());
    imports.get(from).set(to, `${file} imports ${path}`);
  }
}

const done = new Set();
const circles = [];
const visit = (folder, way) => {
  const at = way.indexOf(folder);
  if (at >= 0) {
    circles.push([...way.slice(at), folder]);
    return;
  }
  if (done.has(folder)) return;
  for (const to of imports.get(folder)?.keys() ?? []) visit(to, [...way, folder]);
  done.add(folder);
};
for (const folder of imports.keys()) visit(folder, []);

for (const circle of circles) {
  console.error(`a circle of folders: ${circle.join(' -> ')}`);
  for (const [index, folder] of circle.slice(0, -1).entries())
    console.error(`  src/${imports.get(folder).get(circle[index + 1])}`);
}
if (circles.length > 0) process.exit(1);
