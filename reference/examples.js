// Values to try the methods with, looked up in the service itself: whatever chain it serves, they are there.

/** How many blocks below the newest are searched, and how many transactions with logs are enough. */
const BLOCKS = 25;
const ENOUGH = 8;

/**
 * Finds something to ask for.
 * @param {(path: string) => Promise<any>} ask asks for a path below the chain's; resolves to `data`, or `undefined` if it is refused
 */
export async function findExamples(ask) {
  const coverage = await ask('coverage');
  if (coverage?.head === undefined) return {};
  const block = coverage.head.number;
  const transactions = await newestTransactions(ask, block);
  const { account, token } = await someHolder(ask, transactions);
  const claims = token && (await ask(`addresses/${token.address}/attributes/page?limit=1`));
  const attributeId = claims?.attributes[0]?.attributeId;
  const proof = attributeId && (await ask(`addresses/${token.address}/attributes/${attributeId}/proof`));
  return {
    block,
    hash: transactions[0]?.hash,
    account,
    token: token?.address,
    text: token?.symbol ?? token?.address,
    attributeId,
    proofHash: proof?.proofHash,
    relation: await someRelation(ask, [token?.address, ...transactions.map(({ to }) => to)]),
    index: 0,
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
  for (const account of new Set(transactions.slice(0, 2 * ENOUGH).map(({ from }) => from))) {
    const moves = await ask(`addresses/${account}/token-transfers?limit=20`);
    const tokens = moves?.transfers.map(({ token }) => token) ?? [];
    const token = tokens.find(({ standard }) => standard === 'erc20');
    if (token) return { account, token };
    if (!found.token && tokens.length > 0) found = { account, token: tokens[0] };
  }
  return found;
}

async function someRelation(ask, addresses) {
  for (const address of new Set(addresses.filter((one) => one !== undefined))) {
    const [relation] = (await ask(`addresses/${address}/relations?limit=1`))?.relations ?? [];
    if (relation !== undefined) return { address, ...relation };
  }
  return undefined;
}

/** The value for a required parameter of a method; `undefined` where nothing was found. */
export function exampleOf(operationId, name, examples) {
  const { relation } = examples;
  if (name === 'number' || name === 'block') return examples.block;
  if (name === 'definitionId') return examples.attributeId;
  if (name === 'relationId') return relation?.attributeId;
  if (name === 'counterpart') return relation?.counterpart;
  if (name === 'q') return examples.text;
  if (name !== 'address') return examples[name];
  if (operationId === 'getRelationProof') return relation?.address;
  return /Contract|Attribute|Relation/.test(operationId) ? examples.token : examples.account;
}
