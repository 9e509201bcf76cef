// Recomputes the hash of proofs from nothing but what they say, and looks up in a node what they cite. It shares no code with the service: a
// second opinion on its canonical JSON (RFC 8785), its hash and its evidence.
//
//   node scripts/recompute-proof.mjs [--rpc <url>] < proof.json
//
// Reads one proof record as the API gives it, alone or as `data`. Writes what it found, a line for each finding that begins with `ok`,
// `wrong` or `unseen`, and exits with 1 if anything is wrong, with 2 for what is no proof.
//
// A node answers for blocks, transactions, receipts and withdrawals, and for code, slots and calls at the end of a block whose state it still
// has. `unseen` is what it cannot be asked so: call frames, registries, who signed an authorization, state that it has not any more, and code
// that lived within one transaction, which is in the state of no block (a node that traces shows it: `debug_traceTransaction`).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const BESIDE_THE_HASH = ['proofHash', 'evaluatedAt', 'graphRevision', 'snapshotId'];

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

function recomputedHash(proof) {
  const hashed = Object.fromEntries(
    Object.entries(proof).filter(([name]) => !BESIDE_THE_HASH.includes(name)),
  );
  return `sha256:${createHash('sha256').update(canonical(hashed), 'utf8').digest('hex')}`;
}

/** What a proof says of itself in two places must be the same. */
function* ownFindings(proof) {
  const hash = recomputedHash(proof);
  yield [hash === proof.proofHash, `hash ${hash}`];
  const checks = [...proof.factResults, ...proof.negativeControlResults];
  const cited = [...new Set(checks.flatMap(({ evidence = [] }) => evidence))].sort();
  yield [canonical(cited) === canonical(proof.sourceEvidenceRefs), `cited evidence ${cited.length}`];
}

let asked = 0;

async function ask(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++asked, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new NotAnswered(`${method}: ${error.message}`);
  return result;
}

class NotAnswered extends Error {}

const isEmpty = (bytes) => bytes === null || bytes === undefined || bytes === '0x';
const isContract = (code) => !isEmpty(code) && !code.startsWith('0xef0100');
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

const LIVED_WITHIN = 'no state holds what lived within one transaction of that block';

/**
 * Claims that code is gone or changed, which the code at one block cannot show: whether each holds (undefined
 * where no state shows it), and what was found.
 */
const GONE_CODE = {
  // The block must leave no contract. The block before shows that there was one, unless it was created within
  // a transaction.
  async 'address_nature:selfdestructed'(codeAt, block) {
    if (isContract(await codeAt(block.hash))) return [[false, 'a contract is there at the end of the block']];
    const left = [true, 'no contract at the end of the block'];
    const before = isContract(await codeAt(block.parentHash));
    return [left, before ? [true, 'a contract in the block before'] : [undefined, LIVED_WITHIN]];
  },
  async 'address_nature:redeployed'(codeAt, block) {
    const code = await codeAt(block.hash);
    return [isContract(code) ? [true, `${(code.length - 2) / 2} bytes of code`] : [undefined, LIVED_WITHIN]];
  },
};

/** Whether a call returned a value: a number or a boolean is the first word, everything else is somewhere in the output. */
function gives(output, value) {
  if (value.startsWith('0x')) return output.includes(value.slice(2));
  const number = BigInt(value === 'true' ? 1 : value === 'false' ? 0 : value);
  return output.slice(0, 66) === `0x${number.toString(16).padStart(64, '0')}`;
}

/** How each kind of evidence is looked up: whether it is there, and what was found. */
const LOOK_UPS = {
  async header(_node, block) {
    return [block !== null, `block ${Number(block?.number)} by ${block?.miner}`];
  },
  async tx(node, block, [index], proof) {
    const tx = await node('eth_getTransactionByHash', [block.transactions[Number(index)]]);
    if (same(tx.from, proof.subject)) return [true, `sent by ${tx.from}`];
    return tx.authorizationList?.length > 0
      ? [undefined, `sent by ${tx.from}, with authorizations whose signers a node does not name`]
      : [false, `sent by ${tx.from}`];
  },
  async log(node, block, [index, logIndex]) {
    const receipt = await node('eth_getTransactionReceipt', [block.transactions[Number(index)]]);
    const log = receipt?.logs[Number(logIndex)];
    return [log !== undefined, `${log?.topics[0]} of ${log?.address}`];
  },
  async slot(node, block, [address, slot], _proof, check) {
    const word = await node('eth_getStorageAt', [address, slot, { blockHash: block.hash }]);
    const said = check.operator === 'slot_address' ? check.observed : undefined;
    const holds = BigInt(word) !== 0n && (said === undefined || BigInt(word) === BigInt(said));
    return [holds, `${word} in ${slot}`];
  },
  async code(node, block, [address], proof, check) {
    const gone = GONE_CODE[proof.attributeId];
    if (gone) return gone((blockHash) => node('eth_getCode', [address, { blockHash }]), block);
    const code = await node('eth_getCode', [address, { blockHash: block.hash }]);
    const selectors = check.operator === 'selectors_all' ? check.observed : [];
    return [
      !isEmpty(code) && selectors.every((selector) => code.includes(selector.slice(2))),
      `${(code.length - 2) / 2} bytes of code`,
    ];
  },
  async read(node, block, [to, data]) {
    const answer = await node('eth_call', [{ to, data }, { blockHash: block.hash }]);
    return [!isEmpty(answer), `${answer}`];
  },
  async view(node, block, [to, data], _proof, check) {
    const answer = await node('eth_call', [{ to, data }, { blockHash: block.hash }]);
    return [gives(answer, String(check.observed)), `${answer}`];
  },
  async withdrawal(_node, block, [index], proof) {
    const { address } = block.withdrawals[Number(index)];
    return [same(address, proof.subject), `withdrawn to ${address}`];
  },
};

const REPLACED = 'not on the chain of the node';

/** A block by its hash: null if the node does not know it. Nodes know blocks that were replaced as well. */
async function onItsChain(node, hash) {
  const block = await node('eth_getBlockByHash', [hash, false]);
  const there = block && (await node('eth_getBlockByNumber', [block.number, false]));
  return { block, isOnChain: there?.hash === hash };
}

function remembering(look) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, look(key));
    return known.get(key);
  };
}

/** The block a proof refers to, and every piece of evidence. */
async function* nodeFindings(proof, url) {
  const node = (method, params) => ask(url, method, params);
  const blockOf = remembering((hash) => onItsChain(node, hash));
  const reference = await blockOf(proof.referenceBlockHash);
  yield reference.isOnChain
    ? [Number(reference.block.number) === proof.referenceBlock, `reference block ${proof.referenceBlock}`]
    : [false, `reference block ${proof.referenceBlock} ${reference.block ? REPLACED : 'no such block'}`];
  for (const check of [...proof.factResults, ...proof.negativeControlResults]) {
    for (const ref of check.evidence ?? []) {
      const [kind, , blockHash, ...place] = ref.split(':');
      const lookUp = LOOK_UPS[kind];
      if (!lookUp) {
        yield [undefined, ref];
        continue;
      }
      const { block, isOnChain } = await blockOf(blockHash);
      if (block === null || !isOnChain || Number(block.number) > proof.referenceBlock) {
        const why = block === null ? 'no such block' : isOnChain ? 'of a later block' : REPLACED;
        yield [false, `${ref} ${why}`];
        continue;
      }
      for (const [isThere, found] of await lookedUp(lookUp, node, block, place, proof, check))
        yield [isThere, `${ref} ${found}`];
    }
  }
}

/** A list of one or several findings. A node that no longer has the state gives an undefined one. */
async function lookedUp(lookUp, ...asked) {
  try {
    const found = await lookUp(...asked);
    return Array.isArray(found[0]) ? found : [found];
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    return [[undefined, error.message]];
  }
}

function readProof(text) {
  try {
    const given = JSON.parse(text);
    const proof = given.data ?? given;
    if (Array.isArray(proof.factResults)) return proof;
  } catch {}
  // Such as a refusal of the API.
  console.error(`this is no proof: ${text.slice(0, 300)}`);
  process.exit(2);
}

const at = process.argv.indexOf('--rpc');
const url = at === -1 ? undefined : process.argv[at + 1];
const proof = readProof(readFileSync(0, 'utf8'));
let isRight = true;
const tell = ([holds, what]) => {
  if (holds === false) isRight = false;
  console.log(`${holds === undefined ? 'unseen' : holds ? 'ok' : 'wrong'} ${what}`);
};
for (const finding of ownFindings(proof)) tell(finding);
if (url) for await (const finding of nodeFindings(proof, url)) tell(finding);
process.exitCode = isRight ? 0 : 1;
