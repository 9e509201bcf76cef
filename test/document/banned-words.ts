import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** Words that the glossary replaces, each with the word to use. */
export const BANNED: Readonly<Record<string, string>> = {
  asker: 'requester',
  bereft: 'invalidated',
  departure: 'response sent',
  desk: 'service',
  doubt: 'cross-check',
  drawn: 'leased',
  endless: 'background',
  findings: 'write batch',
  forth: 'from a to b',
  incarnation: 'generation',
  judge: 'evaluate',
  judged: 'evaluated',
  judgement: 'evaluation',
  lesser: 'address a',
  lives: 'simulations',
  lookback: 'historical',
  marks: 'flags',
  material: 'evidence source',
  meetings: 'interactions',
  moment: 'context, view or position',
  opening: 'initial state',
  openings: 'initial states',
  patient: 'background',
  period: 'interval',
  periods: 'intervals',
  picker: 'field reader',
  pieces: 'spans',
  probed: 'sampled',
  prospects: 'prefilter',
  recoded: 'code changed',
  recoding: 'code change',
  refreshed: 'TTL value',
  register: 'fact source',
  registers: 'fact sources',
  rejudge: 'reevaluate',
  renew: 'upgrade step',
  restatement: 'minimal witness',
  ring: 'cache',
  sales: 'paid API',
  sells: 'paid API',
  splice: 'diff',
  stand: 'be current',
  standing: 'canonical',
  stands: 'is canonical',
  stood: 'succeeded',
  stranger: 'anonymous client',
  strangers: 'anonymous clients',
  stretch: 'range',
  stretches: 'ranges',
  surface: 'interaction source',
  surfaces: 'interaction sources',
  sweep: 'evaluate a range',
  told: 'known',
  trouble: 'error',
  troubles: 'errors',
  untold: 'unknown',
  wants: 'state reads',
  world: 'subject cache',
};

/** A name that may have a banned word. */
export interface Exemption {
  readonly name: string;
  /** Folder or file in which it may; by default all of `src`. */
  readonly within?: string;
}

/** Declared identifiers and names of files below a folder that have banned words, as `file: name`. */
export function bannedNames(folder: string, exempt: readonly Exemption[]): string[] {
  return filesOf(folder).flatMap((file) => {
    const isExempt = (name: string) =>
      exempt.some((one) => one.name === name && file.startsWith(one.within ?? folder));
    const names = [basename(file, '.ts'), ...declaredNames(readFileSync(file, 'utf8'))];
    return [...new Set(names)]
      .filter((name) => hasBannedWord(name) && !isExempt(name))
      .map((name) => `${file}: ${name}`);
  });
}

/** Whether a word of a compound name is banned. */
export function hasBannedWord(name: string): boolean {
  return wordsOf(name).some((word) => Object.hasOwn(BANNED, word));
}

/** All names that TypeScript text declares, of types, values, members and parameters alike. */
export function declaredNames(text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclared(node)) {
      names.push(node.text.replace(/^#/, ''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest, true));
  return names;
}

function isDeclared(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent)) return false;
  return 'name' in parent && parent.name === node;
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}
