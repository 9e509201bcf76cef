/** One thing that went between an address and another, or was tried. */
export interface Met {
  readonly counterparty: string;
  readonly isSent: boolean;
  /** Block and transaction. */
  readonly place: readonly [number, number];
  readonly surface: 'external' | 'internal' | 'token';
  readonly stood: boolean;
  readonly tokenClass?: 'fungible' | 'nft';
}

/** A row of a ranking. */
export interface Ranked {
  readonly counterparty: string;
  readonly txCount: number;
  readonly succeededCount: number;
  readonly sentCount: number;
  readonly receivedCount: number;
  readonly externalCount: number;
  readonly internalCount: number;
  readonly tokenCount: number;
  readonly tokenClasses: readonly string[];
  readonly firstBlock: number;
  readonly lastBlock: number;
}

/** Everybody met up to a block, ranked: counted one by one, naive on purpose. */
export function ranking(met: readonly Met[], upTo: number): readonly Ranked[] {
  const others = new Map<string, Met[]>();
  for (const one of met) {
    if (one.place[0] > upTo) continue;
    others.set(one.counterparty, [...(others.get(one.counterparty) ?? []), one]);
  }
  return [...others].map(([counterparty, all]) => ranked(counterparty, all)).sort(byRank);
}

function ranked(counterparty: string, met: readonly Met[]): Ranked {
  const distinct = (which: (one: Met) => boolean): number =>
    new Set(met.filter(which).map(({ place }) => place.join())).size;
  const on = (surface: Met['surface']): number => distinct((one) => one.surface === surface);
  const blocks = met.map(({ place }) => place[0]);
  return {
    counterparty,
    txCount: distinct(() => true),
    succeededCount: distinct(({ stood }) => stood),
    sentCount: distinct(({ isSent }) => isSent),
    receivedCount: distinct(({ isSent }) => !isSent),
    externalCount: on('external'),
    internalCount: on('internal'),
    tokenCount: on('token'),
    tokenClasses: ['fungible', 'nft'].filter((sort) => met.some(({ tokenClass }) => tokenClass === sort)),
    firstBlock: Math.min(...blocks),
    lastBlock: Math.max(...blocks),
  };
}

function byRank(one: Ranked, other: Ranked): number {
  return (
    other.succeededCount - one.succeededCount ||
    other.lastBlock - one.lastBlock ||
    (one.counterparty < other.counterparty ? -1 : 1)
  );
}
