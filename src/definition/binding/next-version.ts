import { parseDocument, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import { bindingSchema, countedEntries } from '../schema/binding.schema.js';

/** A list that was read for the next version of a registry of addresses. */
export interface ReadList {
  readonly addresses: readonly { readonly address: string; readonly note?: string }[];
  /** Says in words where it was read; printable ASCII. */
  readonly source: string;
  /** UTC day on which it was read. */
  readonly retrieved: string;
  /** UTC day of the list itself, if it says so. */
  readonly asOf?: string;
  /** First block at which the version counts. */
  readonly validFrom: number;
}

export interface NextVersion {
  /** Content of the registry's file with the new version. */
  readonly text: string;
  readonly version: string;
  readonly added: number;
  readonly ended: number;
  readonly kept: number;
}

/**
 * Adds a version to the file of a registry. Addresses that only the list has begin with it, and those that
 * the list no longer has end with it. Nothing else in the file changes.
 *
 * @throws Error when the registry is not one of addresses without fields, or the new version would count from
 * no later block than the last or was read before it
 */
export function withNextVersion(
  file: string,
  { addresses, source, retrieved, asOf, validFrom }: ReadList,
): NextVersion {
  const document = parseDocument(file);
  const before = bindingSchema.parse(document.toJS());
  if (before.keys !== 'address' || before.fields.length > 0)
    throw new Error(`${before.id} is no registry of addresses alone`);
  const last = before.versions.at(-1)!;
  if (validFrom <= last.validFrom)
    throw new Error(
      `version ${last.version} counts from block ${last.validFrom}: the next must count from a later one`,
    );
  if (retrieved < last.retrieved)
    throw new Error(`version ${last.version} was read on ${last.retrieved}, which is later`);
  const version = nextOf(last.version);
  const sourceId = `version-${version.replaceAll('.', '-')}`;
  const listed = new Map(addresses.map((one) => [one.address, one]));
  const entries = document.get('entries') as YAMLSeq<YAMLMap>;
  let ended = 0;
  const current = new Set<string>();
  for (const entry of entries.items) {
    if (entry.has('removed')) continue;
    const key = String(entry.get('key'));
    if (listed.has(key)) current.add(key);
    else {
      entry.set('removed', version);
      ended++;
    }
  }
  const added = addresses.filter(({ address }) => !current.has(address));
  for (const { address, note } of added)
    entries.add(
      flow(
        document.createNode({
          key: quoted(address),
          source: sourceId,
          added: version,
          ...(note && { note: quoted(note) }),
        }),
      ),
    );
  (document.get('sources') as YAMLMap).set(
    sourceId,
    flow(document.createNode({ what: quoted(source), read: quoted(retrieved) })),
  );
  (document.get('versions') as YAMLSeq).add(
    flow(
      document.createNode({
        version,
        retrieved: quoted(retrieved),
        ...(asOf !== undefined && { asOf: quoted(asOf) }),
        validFrom,
        source: sourceId,
      }),
    ),
  );
  const after = bindingSchema.parse(document.toJS());
  const counted = after.versions.map((one) => ({ version: one.version, validFrom: one.validFrom }));
  document.set(
    'digest',
    quoted(digestText(canonicalJson({ versions: counted, entries: countedEntries(after) }))),
  );
  return {
    text: document.toString({ lineWidth: 0 }),
    version,
    added: added.length,
    ended,
    kept: current.size,
  };
}

function nextOf(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

function quoted(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = 'QUOTE_DOUBLE';
  return scalar;
}

function flow<Node extends { flow?: boolean }>(node: Node): Node {
  node.flow = true;
  return node;
}
