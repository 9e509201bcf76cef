// Which part of src/ may name which table, in SQL or as an entity: tables of records/ are open to all readers; every other table belongs to
// one folder. And no SQL is put together from another file: what several statements share is a view or a function of the database.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { GUESTS, OWNERS } from './table-owners.mjs';

const root = join(import.meta.dirname, '..');

const ownerOf = new Map(
  Object.entries(OWNERS).flatMap(([folder, tables]) => tables.split(' ').map((table) => [table, folder])),
);

/** A table stands after one of these words, or after a comma in such a list. */
const BEFORE_TABLE = new Set([
  'from',
  'join',
  'into',
  'update',
  'truncate',
  'copy',
  'using',
  'only',
  'table',
  'lateral',
]);

/** Names that stand where SQL has a table. */
function tablesIn(sql) {
  const words = sql
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .match(/"[^"]*"|[a-z_][a-z0-9_.]*|[(),]|[^\s\w]/gi);
  const found = new Set();
  const lists = [];
  let inList = false;
  let expects = false;
  for (const word of words ?? []) {
    const lower = word.toLowerCase();
    if (word === '(') {
      lists.push(inList);
      inList = false;
      expects = false;
    } else if (word === ')') {
      inList = lists.pop() ?? false;
      expects = false;
    } else if (word === ',') expects = inList;
    else if (BEFORE_TABLE.has(lower)) {
      expects = true;
      inList = true;
    } else if (
      /^(where|on|set|select|order|group|limit|values|returning|union|window|having|when|as)$/.test(lower)
    ) {
      if (lower !== 'as' && lower !== 'on') inList = false;
      expects = false;
    } else if (expects) {
      expects = false;
      if (/^[a-z_]+$/.test(word)) found.add(word);
    }
  }
  return found;
}

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|COPY|FROM|JOIN)\s/;

function textsOf(source) {
  const texts = [];
  const visit = (node) => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const parts = ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
        : [node.text];
      const text = isEntityName(node) ? `SELECT FROM ${node.text}` : parts.join(' ? ');
      texts.push({ at: node.getStart(), text, names: namesIn(node) });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return texts;
}

/** Whether it is the table of `@Entity('table')`. */
function isEntityName({ parent }) {
  return (
    ts.isCallExpression(parent) && ts.isDecorator(parent.parent) && parent.expression.getText() === 'Entity'
  );
}

/** Identifiers in the expressions of a template. */
function namesIn(node) {
  if (!ts.isTemplateExpression(node)) return [];
  const names = [];
  const visit = (below) => {
    if (ts.isIdentifier(below)) names.push(below.text);
    below.forEachChild(visit);
  };
  for (const { expression } of node.templateSpans) visit(expression);
  return names;
}

function importedNames(source) {
  const bindings = source.statements.flatMap((one) =>
    ts.isImportDeclaration(one) ? (one.importClause?.namedBindings?.elements ?? []) : [],
  );
  return new Set(bindings.map(({ name }) => name.text));
}

const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.[a-z0-9-]*spec\.ts$/.test(name));
let found = 0;
for (const file of files.sort()) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, 'src', file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const imported = importedNames(source);
  for (const { at, text, names } of textsOf(source)) {
    if (!SQL.test(text)) continue;
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    for (const name of names.filter((one) => imported.has(one))) {
      found++;
      console.error(`src/${file}:${line}: ${name} of another file is part of SQL`);
    }
    for (const table of tablesIn(text)) {
      const owner = ownerOf.get(table);
      if (owner === undefined || owner === 'records' || file.startsWith(`${owner}/`)) continue;
      if (GUESTS.some(({ folder, of }) => file.startsWith(`${folder}/`) && of === owner)) continue;
      found++;
      console.error(`src/${file}:${line}: ${table} belongs to ${owner}`);
    }
  }
}
if (found > 0) process.exit(1);
