import { keccak256, toHex } from 'viem';
import { reading } from './expected-transfers.js';

/** The parts of a transaction that decide which contracts wrote their own settings. */
export interface SettingTransaction {
  readonly to: string | null;
  readonly failed: boolean;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
  /** Addresses whose storage it changed and whose code it did not, with the slots. */
  readonly written: readonly { readonly address: string; readonly slots: readonly string[] }[];
}

const MOST = 16;
const topicOf = (signature: string): string => keccak256(toHex(signature));
const WRAPPED = ['Deposit(address,uint256)', 'Withdrawal(address,uint256)'].map(topicOf);
const ALLOWED = ['Approval(address,address,uint256)', 'ApprovalForAll(address,address,bool)'].map(topicOf);

/** The contracts of a block whose declarations are read again. */
export function expectedSettings(transactions: readonly SettingTransaction[]): string[] {
  const ranked = transactions.flatMap(({ to, failed, logs, written }) =>
    failed
      ? []
      : written.flatMap(({ address, slots }) => {
          const own = logs.filter((log) => log.address === address);
          const topics = own.map((log) => log.topics[0] ?? '');
          const moved =
            own.some((log) => reading(log as never) !== undefined) ||
            topics.some((topic) => WRAPPED.includes(topic));
          const allowed =
            topics.some((topic) => ALLOWED.includes(topic)) &&
            slots.every((slot) => BigInt(slot) >= 2n ** 64n);
          if (slots.length === 0 || moved || allowed) return [];
          return [{ address, rank: to === address ? 0 : own.length === 0 ? 1 : 2 }];
        }),
  );
  const inOrder = [0, 1, 2].flatMap((rank) =>
    ranked.filter((one) => one.rank === rank).map(({ address }) => address),
  );
  return [...new Set(inOrder)].slice(0, MOST);
}
