import { createHash } from 'node:crypto';
import type { Definition, Family } from '../../src/definition/model/definition.js';
import {
  type AnyOperands,
  type Expression,
  expressionsOf,
  type Predicate,
} from '../../src/definition/model/predicate.js';
import {
  type Claim,
  type Context,
  evaluateCheck,
  expressed,
  isOlder,
  keysWithFacts,
  type Outcome,
  objectOf,
  runOf,
  type Verdict,
} from './evaluate-check.js';
import { listed } from './executed.js';
import type { CurrentFact, RangeFold } from './range-fold.js';

/** A claim before its interval is known. */
export type Proven = Omit<Claim, 'since'>;

export interface EvaluatedFamily {
  readonly claims: readonly Proven[];
  readonly isUndecided: boolean;
}

type Run = ReadonlyMap<string, Outcome>;

/** The result of a definition for a subject at a block. */
export function evaluateDefinition(
  definition: Definition,
  at: Omit<Context, 'before' | 'object' | 'each'>,
): EvaluatedFamily {
  const claims: Proven[] = [];
  const open: (string | undefined)[] = [];
  for (const family of definition.families) {
    const { object } = family;
    const runs = new Map<string, { run: Run; value: string | undefined }[]>();
    for (const each of candidates(family, { ...at, before: new Map(), object })) {
      const evaluated = evaluateFamily(family, { ...at, before: new Map(), object, each });
      if (evaluated === 'fails') continue;
      if ('open' in evaluated) open.push(evaluated.open);
      else {
        const known = runs.get(evaluated.object) ?? [];
        runs.set(evaluated.object, [...known, evaluated]);
      }
    }
    for (const [object, ofObject] of runs) {
      if (claims.some((claim) => claim.object === object)) continue;
      if (ofObject.length > 100) open.push(object);
      else claims.push(claim(definition, family, object, ofObject, at.subject, at.fold));
    }
    if (definition.kind === 'attribute' && claims.length > 0) return { claims, isUndecided: false };
  }
  claims.sort((a, b) => (a.object < b.object ? -1 : 1));
  const isUndecided = open.some(
    (object) => object === undefined || !claims.some((claim) => claim.object === object),
  );
  return { claims, isUndecided };
}

/** The keys for which a family is evaluated; one undefined key for a family without keys. */
function candidates(family: Family, context: Context): readonly (CurrentFact | undefined)[] {
  if (family.each === undefined) return [undefined];
  const check = family.facts.find(({ id }) => id === family.each)!;
  const before = new Map<string, Outcome | Verdict>();
  for (const fact of family.facts) {
    if (fact === check) break;
    before.set(fact.id, evaluateCheck(fact, { ...context, before }, false));
  }
  if (check.operator === 'returns') {
    const run = runOf(check, { ...context, before });
    if (typeof run === 'string') return run === 'fails' ? [] : [undefined];
    return listed(run, context);
  }
  const keys = keysWithFacts(check, { ...context, before });
  if (keys === 'unknown') return [undefined];
  if (keys === 'fails') return [];
  if (keys.length > 10_000) throw new Error('no generated chain has so many keys');
  return 'candidates' in check && isOlder(check, { ...context, before }) ? [...keys, undefined] : keys;
}

function evaluateFamily(
  family: Family,
  at: Context,
): 'fails' | { readonly open: string | undefined } | { object: string; value: string | undefined; run: Run } {
  const before = new Map<string, Outcome | Verdict>();
  const context = { ...at, before };
  let isOpen = false;
  for (const check of [...family.facts, ...family.negativeControls]) {
    const outcome = evaluateCheck(check, context, check.id === family.each);
    if (outcome === 'fails') return 'fails';
    if (outcome === 'unknown') isOpen = true;
    before.set(check.id, outcome);
  }
  const object = family.object ? objectOf(context) : '';
  const value = family.value ? expressed(family.value, context) : undefined;
  if (object === 'fails' || value === 'fails') return 'fails';
  if (isOpen || object === 'unknown' || value === 'unknown')
    return { open: object === 'unknown' || object === '' ? undefined : object };
  return { object, value, run: before as ReadonlyMap<string, Outcome> };
}

function claim(
  definition: Definition,
  family: Family,
  object: string,
  runs: readonly { readonly run: Run; readonly value: string | undefined }[],
  subject: string,
  fold: RangeFold,
): Proven {
  const checks = [...family.facts, ...family.negativeControls];
  const perKey = ofKeys(family, checks);
  const results = (of: readonly Predicate[]) =>
    of.flatMap((check) =>
      (perKey.has(check.id) ? runs : runs.slice(0, 1)).map(({ run }) => result(check, run.get(check.id)!)),
    );
  const outcomes = runs.flatMap(({ run }) => [...run.values()]);
  const values = [...new Set(runs.flatMap((run) => run.value ?? []))].sort();
  const value = values.length === 0 ? undefined : values.join(',');
  const referenceBlock = Math.max(fold.fromBlock, ...outcomes.map(({ start }) => start ?? 0));
  const bindings = [...new Set(checks.flatMap(({ binding }: AnyOperands) => binding ?? []))];
  const versionsOf = (binding: string) =>
    distinct(
      checks
        .filter((check: AnyOperands) => check.binding === binding)
        .flatMap(({ id }) => runs.map(({ run }) => run.get(id)!.version!)),
    ).join(',');
  const proof = canonical({
    attributeId: definition.id,
    bindingVersions: Object.fromEntries(bindings.map((binding) => [binding, versionsOf(binding)])),
    chainId: 1,
    definitionVersion: definition.definitionVersion,
    dependencyProofRefs: distinct(outcomes.flatMap(({ dependency }) => dependency ?? [])),
    evaluatorVersion: '1.0.0',
    factResults: results(family.facts),
    failureReasonCodes: [],
    negativeControlResults: results(family.negativeControls),
    object: object === '' ? undefined : object,
    referenceBlock,
    referenceBlockHash: fold.hashOf(referenceBlock),
    result: 'pass',
    selectedFamilyId: family.id,
    sourceEvidenceRefs: distinct(outcomes.flatMap(({ evidence }) => evidence ?? [])),
    subject,
    value,
  });
  return { object, value, referenceBlock, proof, proofHash: `sha256:${sha256(proof)}` };
}

function result({ id, operator }: Predicate, { expected, observed, evidence = [] }: Outcome) {
  return { id, operator, expected, observed, ...(evidence.length > 0 && { evidence }) };
}

/** The keyed check, and all checks that refer to it or are referred to by it. The object is the same for all keys. */
function ofKeys(family: Family, checks: readonly Predicate[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const check of checks) {
    const named = expressionsOf(check).flatMap(checkNamed);
    if ('read' in check) named.push(check.read.after);
    if (check.id === family.each || named.some((id) => found.has(id))) found.add(check.id);
  }
  return found;
}

function checkNamed(expression: Expression): readonly string[] {
  if (expression.of === 'namehash') return checkNamed(expression.text);
  return expression.of === 'check' ? [expression.check] : [];
}

/** RFC 8785 for the content of proofs. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

const digests = new Map<string, string>();

/** Cached, since a proof is computed again at each of its many blocks. */
function sha256(text: string): string {
  let digest = digests.get(text);
  if (digest === undefined) {
    digest = createHash('sha256').update(text).digest('hex');
    if (digests.size > 20_000) digests.clear();
    digests.set(text, digest);
  }
  return digest;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
