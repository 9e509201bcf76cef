// Values to try the methods with, looked up in the service itself: whatever chain it serves, they are there.

/** How many blocks below the newest are searched, how many transactions with logs are enough, and how many addresses are tried. */
const BLOCKS = 25;
const ENOUGH = 8;
const ADDRESSES = 16;
/** Call data of `totalSupply()`. */
const TOTAL_SUPPLY = '0x18160ddd';
/** The plan of the key is too low, or its quota used up: what is asked next comes to the same. */
const FINAL = [403, 429];

/**
 * Finds something to ask for, in sixty requests at most: they count for the key like any others.
 * @param {(path: string) => Promise<{status: number, data?: any}>} send asks for a path below the chain's; without `data` if it is refused
 */
export async function findExamples(send) {
  const ask = async (path) => (await send(path)).data;
  const coverage = await ask('coverage');
  if (coverage?.head === undefined) return {};
  const block = coverage.head.number;
  const transactions = await newestTransactions(untilFinal(send), block);
  const { account, token } = await someHolder(untilFinal(send), transactions);
  const claims = token && (await ask(`addresses/${token.address}/attributes/page?limit=1`));
  const attributeId = claims?.attributes[0]?.attributeId;
  const proof = attributeId && (await ask(`addresses/${token.address}/attributes/${attributeId}/proof`));
  return {
    block,
    blockHash: coverage.head.hash,
    evidence: proof?.sourceEvidenceRefs?.[0],
    counterparty: transactions.find(({ to }) => to)?.to,
    registryId: 'ofac-sanctions',
    hash: transactions[0]?.hash,
    account,
    token: token?.address,
    text: token?.symbol ?? token?.address,
    attributeId,
    proofHash: proof?.proofHash,
    relation: await someRelation(untilFinal(send), [token?.address, ...transactions.map(({ to }) => to)]),
    index: 0,
  };
}

/** Asks for one lookup, and for nothing more once that is refused for good. */
function untilFinal(send) {
  let isOver = false;
  return async (path) => {
    if (isOver) return undefined;
    const { status, data } = await send(path);
    isOver = FINAL.includes(status);
    return data;
  };
}

/** Those with logs first. */
async function newestTransactions(ask, head) {
  const found = { loud: [], silent: [] };
  for (let number = head; number > head - BLOCKS && found.loud.length < ENOUGH; number--) {
    const block = await ask(`blocks/${number}/transactions?limit=20`);
    for (const one of block?.transactions ?? []) found[one.logCount > 0 ? 'loud' : 'silent'].push(one);
  }
  return [...found.loud, ...found.silent];
}

/** An account with a token that it moved, of ERC-20 if there is one. */
async function someHolder(ask, transactions) {
  let found = { account: transactions[0]?.from };
  for (const account of firstOf(transactions.map(({ from }) => from))) {
    const moves = await ask(`addresses/${account}/token-transfers?limit=20`);
    const tokens = moves?.transfers.map(({ token }) => token) ?? [];
    const token = tokens.find(({ standard }) => standard === 'erc20');
    if (token) return { account, token };
    if (!found.token && tokens.length > 0) found = { account, token: tokens[0] };
  }
  return found;
}

async function someRelation(ask, addresses) {
  for (const address of firstOf(addresses)) {
    const [relation] = (await ask(`addresses/${address}/relations?limit=1`))?.relations ?? [];
    if (relation !== undefined) return { address, ...relation };
  }
  return undefined;
}

const firstOf = (addresses) => [...new Set(addresses.filter((one) => one !== undefined))].slice(0, ADDRESSES);

/** The value for a required parameter of a method; `undefined` where nothing was found. */
export function exampleOf(operationId, name, examples) {
  const { relation } = examples;
  if (name === 'number' || name === 'block') return examples.block;
  if (name === 'definitionId') return examples.attributeId;
  if (name === 'relationId') return relation?.attributeId;
  if (name === 'counterpart') return relation?.counterpart;
  if (name === 'q') return examples.text;
  if (name === 'data') return TOTAL_SUPPLY;
  if (name === 'itemId') return '0';
  if (name === 'ref') return examples.evidence;
  if (name === 'addresses') return examples.account;
  if (name === 'claims') return examples.attributeId;
  if (name === 'hash' && operationId === 'getBlockByHash') return examples.blockHash;
  if (name !== 'address') return examples[name];
  if (operationId === 'getRelationProof') return relation?.address;
  return /Contract|Attribute|Relation/.test(operationId) ? examples.token : examples.account;
}
