import type { Lie } from './lie.js';
import type { NodeAnswers, ReportedAccount, ReportedCall, ReportedDiff } from './node-answers.js';

const OTHER = `0x${'5e'.repeat(20)}`;
const SLOT = `0x${'0'.repeat(63)}7`;
const WORD = `0x${'0'.repeat(62)}77`;
const PROOF = 'only a proof tells, or the next write of the slot, which finds another value';

interface Place {
  readonly diff: ReportedDiff;
  readonly address: string;
  readonly pre?: ReportedAccount;
  readonly post?: ReportedAccount;
  readonly sender: string;
  /** The frames that name the account. */
  readonly calls: readonly ReportedCall[];
}

function placesOf({ block, traces, diffs }: NodeAnswers): Place[] {
  return diffs.flatMap(({ result: diff }, at) => {
    const sender = (block.transactions[at] as { from: string }).from;
    const all: ReportedCall[] = [];
    const visit = (call: ReportedCall): void => {
      all.push(call);
      for (const inner of call.calls ?? []) visit(inner);
    };
    visit(traces[at]!.result);
    return [...new Set([...Object.keys(diff.pre), ...Object.keys(diff.post)])].map((address) => ({
      ...{ diff, address, sender, calls: all },
      ...(diff.pre[address] && { pre: diff.pre[address] }),
      ...(diff.post[address] && { post: diff.post[address] }),
    }));
  });
}

function lie(
  kind: string,
  where: (place: Place) => boolean,
  change: (place: Place) => void,
  believed?: string,
): Lie {
  return {
    kind: `state: ${kind}`,
    ...(believed !== undefined && { believed }),
    tell(answers) {
      const place = placesOf(answers).find(where);
      if (!place) return false;
      change(place);
      return true;
    },
  };
}

const more = (text: string | undefined): string => `0x${(BigInt(text ?? '0x0') + 1n).toString(16)}`;
const isPaid = ({ pre, post }: Place): boolean => pre?.balance !== undefined && post?.balance !== undefined;
const isSender = ({ address, sender }: Place): boolean => address === sender;
const isCode = (code: string | undefined): code is string => (code?.length ?? 2) > 2;
const isDelegation = (code: string | undefined): boolean => code?.startsWith('0xef0100') === true;
const isContract = ({ pre, post }: Place): boolean =>
  isCode(pre?.code) && !isDelegation(pre?.code) && post !== undefined;
const isCreated = ({ pre, post }: Place): boolean =>
  isCode(post?.code) && !isDelegation(post?.code) && !isCode(pre?.code);
const isGone = ({ pre, post }: Place): boolean => pre !== undefined && post === undefined && isCode(pre.code);
const slotOf = (account: ReportedAccount | undefined): string | undefined =>
  Object.keys(account?.storage ?? {})[0];
/** A slot that had a value and was overwritten. */
const isRewritten = ({ pre, post }: Place): boolean => slotOf(pre) !== undefined && post !== undefined;
const isWritten = ({ post }: Place): boolean => slotOf(post) !== undefined;
const onlyCalled = ({ calls, address, pre, post }: Place): boolean =>
  post !== undefined &&
  !isCode(pre?.code) &&
  !isCode(post.code) &&
  calls.every(({ from, to }) => from !== address && to !== address);

export const STATE_LIES: readonly Lie[] = [
  lie('balance before', isPaid, ({ pre }) => {
    pre!.balance = more(pre!.balance);
  }),
  lie('balance after', isPaid, ({ post }) => {
    post!.balance = more(post!.balance);
  }),
  lie(
    "sender's balance after",
    (place) => isSender(place),
    ({ post }) => {
      post!.balance = more(post!.balance);
    },
  ),
  lie(
    'balance before and after, of one met before or after',
    (place) => isSender(place),
    ({ pre, post }) => {
      pre!.balance = more(pre!.balance);
      post!.balance = more(post!.balance);
    },
  ),
  lie('balance unchanged', isPaid, ({ post }) => void delete post!.balance),
  lie(
    'balance of two accounts, their sum kept',
    (place) => isSender(place) && Object.keys(place.diff.post).length > 1,
    ({ diff, address, post }) => {
      const other = Object.entries(diff.post).find(
        ([one, { balance }]) => one !== address && balance !== undefined,
      )?.[1] ?? { balance: '0x1' };
      post!.balance = more(post!.balance);
      other.balance = `0x${(BigInt(other.balance!) - 1n).toString(16)}`;
    },
  ),
  lie('balance of an account that nobody paid', isSender, ({ diff }) =>
    Object.assign(diff.post, { [OTHER]: { balance: '0x1' } }),
  ),
  lie('balance gone that nobody took', isSender, ({ diff }) =>
    Object.assign(diff.pre, { [OTHER]: { balance: '0x1' } }),
  ),
  lie(
    'an account left out',
    (place) => isPaid(place) && !isSender(place),
    ({ diff, address }) => {
      delete diff.pre[address];
      delete diff.post[address];
    },
  ),
  lie("sender's nonce before", isSender, ({ pre }) => {
    pre!.nonce = (pre!.nonce ?? 0) + 1;
  }),
  lie("sender's nonce after", isSender, ({ post }) => {
    post!.nonce = post!.nonce! + 1;
  }),
  lie("sender's nonce unchanged", isSender, ({ post }) => void delete post!.nonce),
  lie(
    "creator's nonce after",
    (place) => isContract(place) && place.post!.nonce !== undefined,
    ({ post }) => {
      post!.nonce = post!.nonce! + 1;
    },
  ),
  lie(
    "creator's nonce unchanged",
    (place) =>
      isContract(place) &&
      place.post!.nonce !== undefined &&
      place.calls.some(
        ({ type, from, error }) => /^CREATE/.test(type) && from === place.address && error === undefined,
      ),
    ({ post }) => void delete post!.nonce,
  ),
  lie('nonce of an account that sent nothing', isSender, ({ diff }) =>
    Object.assign(diff.post, { [OTHER]: { nonce: 1 } }),
  ),
  lie(
    'nonce of a contract that created nothing',
    (place) =>
      isContract(place) &&
      place.post!.nonce === undefined &&
      place.calls.every(({ type, from }) => !/^CREATE/.test(type) || from !== place.address),
    ({ pre, post }) => {
      post!.nonce = (pre!.nonce ?? 0) + 1;
    },
  ),
  lie('nonce of a new contract', isCreated, ({ post }) => {
    post!.nonce = post!.nonce! + 7;
  }),
  lie('code of a new contract', isCreated, ({ post }) => {
    post!.code += '00';
  }),
  lie('code of a new contract left out', isCreated, ({ post }) => void delete post!.code),
  lie('a new contract left out', isCreated, ({ diff, address }) => {
    delete diff.pre[address];
    delete diff.post[address];
  }),
  lie('other code of an old contract', isContract, ({ post }) => {
    post!.code = '0x6001';
  }),
  lie(
    'code of an old contract gone',
    (place) =>
      isContract(place) &&
      place.calls.every(({ type, from }) => type !== 'SELFDESTRUCT' || from !== place.address),
    ({ post }) => Object.assign(post!, { code: '0x', nonce: 0 }),
  ),
  lie(
    'code where nobody created',
    (place) => isSender(place) && !isCode(place.pre?.code) && !isCode(place.post?.code),
    ({ diff }) => Object.assign(diff.post, { [OTHER]: { code: '0x6001', nonce: 1 } }),
  ),
  lie(
    'a delegation where nobody authorized',
    (place) => isSender(place) && !isCode(place.pre?.code) && !isCode(place.post?.code),
    ({ post }) => {
      post!.code = `0xef0100${'11'.repeat(20)}`;
    },
  ),
  lie(
    'a delegation to another',
    ({ post }) => isDelegation(post?.code),
    ({ post }) => {
      post!.code = `0xef0100${'11'.repeat(20)}`;
    },
    'not taken from the node: the signed list has it',
  ),
  lie(
    'a delegation left out',
    (place) => isDelegation(place.post?.code) && !isSender(place),
    ({ diff, address }) => {
      delete diff.pre[address];
      delete diff.post[address];
    },
  ),
  lie(
    'a contract gone',
    (place) =>
      isContract(place) &&
      place.calls.every(({ type, from }) => type !== 'SELFDESTRUCT' || from !== place.address),
    ({ diff, address }) => void delete diff.post[address],
  ),
  lie('a destroyed contract still there', isGone, ({ diff, address, pre }) => {
    diff.post[address] = { balance: '0x0', nonce: pre!.nonce ?? 0 };
  }),
  lie('a destroyed contract left out', isGone, ({ diff, address }) => void delete diff.pre[address]),
  lie('a slot before that was written before', isRewritten, ({ pre }) => {
    pre!.storage![slotOf(pre)!] = WORD;
  }),
  lie(
    'a slot after',
    isWritten,
    ({ post }) => {
      post!.storage![slotOf(post)!] = WORD;
    },
    PROOF,
  ),
  lie(
    'a write left out',
    isWritten,
    ({ pre, post }) => {
      const slot = slotOf(post)!;
      delete post!.storage![slot];
      if (pre?.storage) delete pre.storage[slot];
    },
    PROOF,
  ),
  lie(
    'a write invented where a frame ran',
    (place) => isWritten(place) && place.post!.storage![SLOT] === undefined,
    ({ post }) => {
      post!.storage![SLOT] = WORD;
    },
    PROOF,
  ),
  lie('a write invented where no frame ran', isSender, ({ diff }) =>
    Object.assign(diff.post, { [OTHER]: { storage: { [SLOT]: WORD } } }),
  ),
  lie('a write invented at whom nobody called', onlyCalled, ({ post }) => {
    post!.storage = { [SLOT]: WORD };
  }),
  lie(
    'a slot of a new contract before',
    (place) => isCreated(place) && isWritten(place),
    ({ diff, address, post }) => {
      diff.pre[address] = { ...diff.pre[address], storage: { [slotOf(post)!]: WORD } };
      post!.storage![slotOf(post)!] = `${WORD.slice(0, -1)}8`;
    },
  ),
  lie(
    'an account told twice',
    (place) => isSender(place),
    ({ diff, address }) => {
      const [pre, post] = [diff.pre[address]!, diff.post[address]!];
      const other = `0x${address.slice(2).toUpperCase()}`;
      diff.pre[other] = pre;
      diff.post[other] = { ...post, balance: more(post.balance) };
    },
  ),
  {
    kind: 'state: of two transactions, exchanged',
    tell: ({ diffs }) => {
      if (diffs.length < 2) return false;
      const [one, two] = [diffs[0]!, diffs[1]!];
      [one.result, two.result] = [two.result, one.result];
      return true;
    },
  },
  {
    kind: 'state: of one transaction, left out',
    tell: ({ diffs }) => diffs.pop() !== undefined,
  },
];
