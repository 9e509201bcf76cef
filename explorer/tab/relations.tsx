import { useState } from 'preact/hooks';
import { type Coverage, type Definition, definitions } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { type Edges, edgeFrom, edgesOf } from '../app/edges.js';
import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { Refused } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { type Held, leftOut, withHeld } from '../claim/held.js';
import { holdsAt } from '../claim/interval.js';
import { type Edge, edgeKey } from '../claim/relation-graph.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { checksummed, shortened } from '../text/address.js';
import { RelationsGraph } from './relations-graph.js';
import { RelationsTable } from './relations-table.js';

type Known = ReadonlyMap<string, Definition> | undefined;

/** Relations of the address as a drawing and as a table. */
export function RelationsTab({ address, held }: TabProps) {
  const known = dataOf(useAnswer(definitions, []));
  const answer = useAnswer(() => edgesOf(address), [address]);
  return (
    <section aria-labelledby="relations">
      <div class="section-head">
        <h2 id="relations">Relations</h2>
        <a href={to(`control/${address}`)}>Who controls this?</a>
      </div>
      <Answered answer={answer} what="a relation of this address">
        {(found) => {
          const edges = withHeld(
            found.edges,
            (held?.relations ?? []).map((one) => edgeFrom(address, one)),
          );
          return (
            <>
              {edges.length === 0 ? <None held={held} /> : <Shown {...{ address, edges, known, held }} />}
              <LeftOut found={found} known={known} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function None({ held }: { readonly held: Held | undefined }) {
  const { coverage } = useAsOf();
  if (!held) return <p class="asking">Asking …</p>;
  const gaps = coverage?.families.some(({ kind, gaps }) => kind === 'relation' && gaps.length > 0);
  const isOpen = held.open.some((one) => one.startsWith('relation:'));
  return (
    <p class="notice">
      <Mark state={gaps || isOpen ? 'unknown' : 'not-proven'} />{' '}
      {gaps
        ? 'No relation is known, and blocks are missing that could show one.'
        : isOpen
          ? 'No relation is known, but there may be some.'
          : 'No relation is proven in the covered blocks.'}
    </p>
  );
}

/** Says what the table leaves out. */
function LeftOut({
  found: { isCut, coveredFamilies },
  known,
}: {
  readonly found: Edges;
  readonly known: Known;
}) {
  const { coverage } = useAsOf();
  const untold = coverage ? leftOut('relation', { coveredFamilies }, coverage) : [];
  return (
    <>
      {isCut && (
        <p class="notice">
          There are more relations. The first 1,000 of each direction are listed, and those of this address
          that hold at the block.
        </p>
      )}
      {untold.length > 0 && (
        <p class="notice">
          Of these relations from this address only what holds at the block is listed, because in some block
          they could not be decided: {untold.map((id) => known?.get(id)?.title ?? id).join(', ')}.
        </p>
      )}
    </>
  );
}

/** The relations of an address that were added to those of the page. */
interface Added extends Edges {
  readonly address: string;
}

function Shown({
  address,
  edges,
  known,
  held,
}: {
  readonly address: string;
  readonly edges: readonly Edge[];
  readonly known: Known;
  readonly held: Held | undefined;
}) {
  const { at, block, coverage } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const [added, setAdded] = useState<readonly Added[]>([]);
  const [says, setSays] = useState('');
  const title = (id: string) => known?.get(id)?.title ?? id.replace('relation:', '');
  const all = uniqueEdges([...edges, ...added.flatMap((one) => one.edges)]);
  const opened = [address, ...added.map((one) => one.address)];
  const open = async (id: string) => {
    const name = shortened(checksummed(id));
    setSays(`Asking for the relations of ${name} …`);
    try {
      const found = await edgesOf(id);
      const there = new Set(all.map(edgeKey));
      const count = uniqueEdges(found.edges.filter((one) => holdsAt(one, asked))).filter(
        (one) => !there.has(edgeKey(one)),
      ).length;
      setAdded((before) =>
        before.some((one) => one.address === id) ? before : [...before, { ...found, address: id }],
      );
      setSays(
        count === 0
          ? `${name} has no other relation here.`
          : `${count} more ${count === 1 ? 'relation' : 'relations'} of ${name} ${count === 1 ? 'is' : 'are'} shown.`,
      );
    } catch (error) {
      const message = error instanceof Refused ? error.refusal.message : (error as Error).message;
      setSays(`The relations of ${name} cannot be shown: ${message}`);
    }
  };
  const current = all.filter((one) => holdsAt(one, asked));
  return (
    <div class="with-graph">
      {current.length > 0 && (
        <RelationsGraph edges={current} title={title} opened={opened} open={open}>
          <p class="quiet" role="status">
            {says}
          </p>
          <NotWhole added={added} />
        </RelationsGraph>
      )}
      <RelationsTable {...{ address, title }} edges={all} open={openOf(address, held, added, coverage)} />
    </div>
  );
}

/** What is unknown about each address that was asked about. */
function openOf(
  address: string,
  held: Held | undefined,
  added: readonly Added[],
  coverage: Coverage | undefined,
): ReadonlyMap<string, readonly string[]> {
  const whole = added.filter(({ isCut }) => !isCut);
  return new Map([
    ...(coverage ? whole.map((one) => [one.address, leftOut('relation', one, coverage)] as const) : []),
    ...(held ? [[address, held.open] as const] : []),
  ]);
}

/** Says of which added addresses not every relation is shown. */
function NotWhole({ added }: { readonly added: readonly Added[] }) {
  const { coverage } = useAsOf();
  const open = added.filter(
    (one) => one.isCut || (coverage !== undefined && leftOut('relation', one, coverage).length > 0),
  );
  if (open.length === 0) return null;
  return (
    <p class="notice">
      <Mark state="unknown" /> There may be more relations than are shown of{' '}
      {open.map((one, at) => (
        <span key={one.address}>
          {at > 0 && ', '}
          <Address address={one.address} tab="relations" />
        </span>
      ))}
      . See the page of each.
    </p>
  );
}

function uniqueEdges(edges: readonly Edge[]): readonly Edge[] {
  return [...new Map(edges.map((one) => [`${edgeKey(one)} ${one.startBlock}`, one])).values()];
}
