import type { Flow } from '../app/flow.js';
import { to } from '../app/location.js';
import type { Data } from '../app/service.js';
import { amount, grouped } from '../text/amount.js';
import { type MergedMove, type Move, mergedMoves } from '../text/moves.js';
import { visible } from '../text/visible.js';
import { Badge } from './badge.js';
import { Address } from './chip.js';
import { Drawing } from './drawing.js';
import type { DrawnEdge } from './drawn-edge.js';
import { Mark } from './mark.js';
import { Table } from './table.js';
import { Units } from './units.js';

type Transaction = Data<'transactions/{hash}'>;
type Transfer = Flow['transfers'][number];

/** Stands for the other end of units that are made or burned. */
const NOWHERE = 'nowhere';
/** With more boxes, only the table is shown. */
const MOST_BOXES = 16;
const ROW = 84;
const WIDTH = 1100;

/** What moved, numbered, as arrows and as a table. */
export function FundFlow({ transaction, flow }: { readonly transaction: Transaction; readonly flow: Flow }) {
  const tokens = new Map(flow.transfers.map(({ token }) => [token.address, token]));
  const moves = mergedMoves(movesOf(transaction, flow));
  const boxes = [...new Set(moves.flatMap((move) => [move.from, move.to]))];
  const isWhole = isAllShown(flow);
  if (moves.length === 0 && isWhole)
    return (
      <p class="notice">
        <Mark state={flow.frames === undefined ? 'unknown' : 'not-proven'} />{' '}
        {flow.frames === undefined
          ? 'No token moved. Whether ether moved inside cannot be said: the block is not traced.'
          : 'It moved neither ether nor tokens.'}
      </p>
    );
  return (
    <>
      {boxes.length <= MOST_BOXES && (
        <Arrows moves={moves} boxes={boxes} text={(move) => textOf(move, tokens)} />
      )}
      <Table label="What it moved" head={['No.', 'From', 'To', '#Amount', 'Asset', 'Known by']}>
        {moves.map((move) => (
          <tr key={move.number}>
            <td>{move.number}</td>
            <td>{move.from === NOWHERE ? 'made' : <Address address={move.from} />}</td>
            <td>{move.to === NOWHERE ? 'burned' : <Address address={move.to} />}</td>
            <td class="number">
              <MovedAmount move={move} tokens={tokens} />
              {move.count > 1 && <span class="quiet"> in {move.count} parts</span>}
            </td>
            <td>{move.asset === 'ether' ? 'Ether' : <Address address={move.asset.split(' ')[0]!} />}</td>
            <td>
              <Badge support={move.support} />
            </td>
          </tr>
        ))}
      </Table>
      {!isWhole && (
        <p class="notice">
          <Mark state="unknown" /> Only the first {grouped(flow.transfers.length)} of{' '}
          {grouped(flow.transferCount)} token transfers
          {flow.frames &&
            ` and the first ${grouped(flow.frames.length)} of ${grouped(flow.frameCount ?? 0)} calls`}{' '}
          are looked at. What else it moved is not shown.
        </p>
      )}
      {flow.frames === undefined && (
        <p class="notice">
          <Mark state="unknown" /> Ether that moved inside the transaction cannot be shown: its block is not
          traced.
        </p>
      )}
    </>
  );
}

function isAllShown({ frames = [], frameCount = 0, transfers, transferCount }: Flow): boolean {
  return frameCount <= frames.length && transferCount <= transfers.length;
}

function movesOf(
  { from, to: recipient, valueWei, status }: Transaction,
  { frames = [], transfers }: Flow,
): readonly Move[] {
  const moves: Move[] = [];
  if (valueWei !== '0' && status !== 0)
    moves.push({
      from,
      to: recipient ?? frames[0]?.to ?? NOWHERE,
      asset: 'ether',
      units: valueWei,
      support: 'merkle',
    });
  for (const frame of frames.slice(1))
    if (frame.valueWei !== '0' && frame.status === 'success' && frame.to !== undefined)
      moves.push({ from: frame.from, to: frame.to, asset: 'ether', units: frame.valueWei, support: 'node' });
  for (const transfer of transfers) moves.push(moveOf(transfer));
  return moves;
}

function moveOf({ token, from, to: recipient, value, tokenId }: Transfer): Move {
  return {
    from: from ?? NOWHERE,
    to: recipient ?? NOWHERE,
    asset: tokenId === undefined ? token.address : `${token.address} ${tokenId}`,
    ...(value !== undefined && { units: value }),
    support: 'merkle',
  };
}

type Tokens = ReadonlyMap<string, Transfer['token']>;

function MovedAmount({ move, tokens }: { readonly move: MergedMove; readonly tokens: Tokens }) {
  const [address = '', item] = move.asset.split(' ');
  const token = tokens.get(address);
  if (move.units === undefined) return <>item {item?.slice(0, 12)}</>;
  return (
    <Units
      units={move.units}
      decimals={address === 'ether' ? 18 : token?.decimals}
      symbol={address === 'ether' ? 'ETH' : token?.symbol}
    />
  );
}

function textOf(move: MergedMove, tokens: Tokens): string {
  const [address = '', item] = move.asset.split(' ');
  const token = tokens.get(address);
  const symbol = address === 'ether' ? 'ETH' : visible(token?.symbol ?? 'token', 8);
  if (move.units === undefined) return `${move.number}: item ${item?.slice(0, 8)} ${symbol}`;
  const decimals = address === 'ether' ? 18 : token?.decimals;
  return `${move.number}: ${decimals === undefined ? 'units of' : amount(move.units, decimals, 3).text} ${symbol}`;
}

/** Boxes in columns by how far they are from the sender; arrows between the same two are listed on one. */
function Arrows({
  moves,
  boxes,
  text,
}: {
  readonly moves: readonly MergedMove[];
  readonly boxes: readonly string[];
  readonly text: (move: MergedMove) => string;
}) {
  const column = new Map<string, number>();
  for (const move of moves) {
    if (!column.has(move.from)) column.set(move.from, 0);
    if (!column.has(move.to)) column.set(move.to, Math.min(2, column.get(move.from)! + 1));
  }
  const columns = [0, 1, 2]
    .map((at) => boxes.filter((box) => column.get(box) === at))
    .filter(({ length }) => length > 0);
  const height = Math.max(2, ...columns.map(({ length }) => length)) * ROW + 24;
  const nodes = columns.flatMap((ids, at) =>
    ids.map((id, row) => ({
      id,
      x: columns.length === 1 ? WIDTH / 2 : 110 + (at * (WIDTH - 220)) / (columns.length - 1),
      y: (height * (row + 1)) / (ids.length + 1) + (at % 2 === 1 ? 8 : 0),
      ...(id === NOWHERE ? { text: 'made or burned' } : { href: to(`address/${id}`) }),
    })),
  );
  const edges = new Map<string, DrawnEdge>();
  for (const move of moves) {
    const key = `${move.from} ${move.to}`;
    const line = { text: text(move), href: to(`address/${move.to === NOWHERE ? move.from : move.to}`) };
    const lines = [...(edges.get(key)?.lines ?? []), line];
    edges.set(key, { from: move.from, to: move.to, lines });
  }
  return (
    <Drawing
      nodes={nodes}
      edges={[...edges.values()]}
      width={WIDTH}
      height={height}
      label="What moved, numbered in order. The table below says the same."
    />
  );
}
