import { type Block, createBlock } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createMerkleProof, type MerklePatriciaTrie } from '@ethereumjs/mpt';
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import {
  Account,
  type Address,
  type BlockLevelAccessList,
  bytesToHex,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util';
import { buildBlock, createVM, type TxReceipt, type VM } from '@ethereumjs/vm';
import { type Hex, keccak256, padHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { GENESIS_CONTRACTS } from '../../src/demo/genesis/genesis-contracts.js';
import type { StateWitness } from '../../src/state/witness/proven-state.js';
import type { CallTraceJson, PrestateDiffJson } from '../simulation/geth-traces.js';
import { AccountBook } from './account-book.js';
import { CallRecorder } from './call-recorder.js';

/** Contracts of EIP-8282 that the protocol calls in each block since Amsterdam; here they return no requests. */
const BUILDER_REQUESTS: readonly Hex[] = [
  '0x0000bff46984e3725691fa540a8c7589300d8282',
  '0x000064d678505ad48f8ccb093bc65613800e8282',
];
const STOP: Hex = '0x00';
const FIRST_NUMBER = 26_000_000;
const FIRST_TIME = 1_800_000_000;
/** Unix seconds at which the fork begins. */
export const AMSTERDAM_TIME = FIRST_TIME + 24;
const SLOT_SECONDS = 12;
const FIRST_SLOT = 16_099_764n;
const FEE_RECIPIENT: Hex = '0xfee0000000000000000000000000000000000001';
export const WITHDRAWN_TO: Hex = '0x5500000000000000000000000000000000000055';
const WITHDRAWN_GWEI = 3n;
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;

/** The parts of a VM's state manager that proofs need. */
interface MerkleStateManager extends Pick<VM['stateManager'], 'getAccount' | 'getCode' | 'setStateRoot'> {
  _trie: MerklePatriciaTrie;
  _getStorageTrie(address: Address, account: Account): MerklePatriciaTrie;
}

/** A transaction of the chain's only sender. */
export interface Sent {
  /** Absent where it creates a contract. */
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  /** An account that delegates to `to` by this transaction. */
  readonly authorization?: { readonly by: PrivateKeyAccount; readonly to: Hex; readonly nonce: number };
}

/** An account as the second implementation has it at the end of a block. */
export interface BuiltAccount {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: Hex;
  /** The slots that the block's access list names, by slot in 32 bytes. */
  readonly storage: ReadonlyMap<Hex, bigint>;
}

/** A block with everything that a node serves about it. */
export interface BuiltBlock {
  readonly block: Block;
  readonly receipts: readonly TxReceipt[];
  /** In the form of geth's `callTracer`; the protocol's logs of ether are not among the logs. */
  readonly calls: readonly CallTraceJson[];
  /** In the form of geth's `prestateTracer`, from the block's access list. */
  readonly diffs: readonly PrestateDiffJson[];
  /** Absent before Amsterdam. */
  readonly accessList?: BlockLevelAccessList;
  /** The accounts that the access list names, from the state and not from the list. */
  readonly accounts?: ReadonlyMap<Hex, BuiltAccount>;
}

/** A chain that `@ethereumjs/vm` executes: its first blocks are of Osaka, and from `AMSTERDAM_TIME` on of Amsterdam. */
export class AmsterdamChain {
  readonly blocks: BuiltBlock[] = [];
  readonly #account = privateKeyToAccount(keccak256('0x616d7374657264616d'));
  readonly #accounts = new AccountBook();
  #nonce = 0;

  private constructor(
    private readonly vm: VM,
    private readonly recorder: CallRecorder,
  ) {}

  static async start(): Promise<AmsterdamChain> {
    const vm = await createVM({ common: new Common({ chain: Mainnet, hardfork: Hardfork.Osaka }) });
    const chain = new AmsterdamChain(vm, new CallRecorder(vm));
    await chain.#endow();
    const header = {
      number: FIRST_NUMBER,
      timestamp: FIRST_TIME,
      gasLimit: 60_000_000,
      baseFeePerGas: GWEI,
      stateRoot: await vm.stateManager.getStateRoot(),
      requestsHash: `0x${'0'.repeat(64)}`,
      parentHash: keccak256('0x62656c6f77'),
    } as const;
    const block = createBlock({ header, withdrawals: [] }, { common: vm.common });
    chain.blocks.push({ block, receipts: [], calls: [], diffs: [] });
    return chain;
  }

  get firstNumber(): number {
    return FIRST_NUMBER;
  }

  get sender(): Hex {
    return this.#account.address.toLowerCase() as Hex;
  }

  get head(): Block {
    return this.blocks.at(-1)!.block;
  }

  /** Whether the next block belongs to Amsterdam. */
  get isAmsterdam(): boolean {
    return Number(this.head.header.timestamp) + SLOT_SECONDS >= AMSTERDAM_TIME;
  }

  /** Appends a block with these transactions and a withdrawal. Resolves with the contracts that they create, in order. */
  async append(sent: readonly Sent[]): Promise<Hex[]> {
    const { vm, head } = this;
    if (sent.length > 0 && !this.isAmsterdam) throw new Error('blocks before Amsterdam have no access list');
    const timestamp = Number(head.header.timestamp) + SLOT_SECONDS;
    const { isAmsterdam } = this;
    vm.common.setHardfork(isAmsterdam ? Hardfork.Amsterdam : Hardfork.Osaka);
    const slotNumber = FIRST_SLOT + BigInt(this.blocks.length);
    const builder = await buildBlock(vm, {
      parentBlock: head,
      headerData: {
        timestamp,
        coinbase: FEE_RECIPIENT,
        parentBeaconBlockRoot: keccak256(`0x${timestamp.toString(16)}`),
        ...(isAmsterdam && { slotNumber }),
      },
      withdrawals: [{ index: slotNumber, validatorIndex: 7, address: WITHDRAWN_TO, amount: WITHDRAWN_GWEI }],
      blockOpts: { putBlockIntoBlockchain: false },
    });
    const receipts: TxReceipt[] = [];
    const calls: CallTraceJson[] = [];
    const created: Hex[] = [];
    let gasUsed = 0n;
    for (const one of sent) {
      const result = await builder.addTransaction(await this.#sign(one));
      calls.push(this.recorder.take());
      // The builder counts the block's gas, which since Amsterdam is not the sum over the receipts.
      gasUsed += result.totalGasSpent;
      result.receipt.cumulativeBlockGasUsed = gasUsed;
      receipts.push(result.receipt);
      if (result.createdAddress) created.push(result.createdAddress.toString());
    }
    const { block, blockLevelAccessList } = await builder.build();
    this.recorder.take();
    if (!isAmsterdam) this.#accounts.credit(WITHDRAWN_TO, WITHDRAWN_GWEI * GWEI);
    const diffs = isAmsterdam ? this.#accounts.take(blockLevelAccessList!.toJSON(), sent.length) : [];
    this.blocks.push({
      ...{ block, receipts, calls, diffs },
      ...(isAmsterdam && {
        accessList: blockLevelAccessList!,
        accounts: await this.#accountsOf(blockLevelAccessList!),
      }),
    });
    return created;
  }

  /** Trie nodes and code of an account below a state root. */
  async proof(stateRoot: Uint8Array, account: Hex, slots: readonly Hex[]): Promise<StateWitness> {
    const state = this.vm.stateManager.shallowCopy() as unknown as MerkleStateManager;
    await state.setStateRoot(stateRoot);
    const address = createAddressFromString(account);
    const nodes = await createMerkleProof(state._trie, address.bytes);
    const found = await state.getAccount(address);
    const storage = found && state._getStorageTrie(address, found);
    for (const slot of storage ? slots : [])
      nodes.push(...(await createMerkleProof(storage!, hexToBytes(slot))));
    return { nodes: nodes.map(Buffer.from), codes: [Buffer.from(await state.getCode(address))] };
  }

  async #accountsOf(accessList: BlockLevelAccessList): Promise<Map<Hex, BuiltAccount>> {
    const { stateManager } = this.vm;
    const accounts = new Map<Hex, BuiltAccount>();
    for (const { address, storageChanges, storageReads } of accessList.toJSON()) {
      const place = createAddressFromString(address);
      const account = await stateManager.getAccount(place);
      const storage = new Map<Hex, bigint>();
      for (const slot of [...storageChanges.map((one) => one.slot), ...storageReads]) {
        const key = padHex(slot as Hex, { size: 32 });
        const word = await stateManager.getStorage(place, hexToBytes(key));
        storage.set(key, word.length === 0 ? 0n : BigInt(bytesToHex(word)));
      }
      accounts.set(address as Hex, {
        balance: account?.balance ?? 0n,
        nonce: account?.nonce ?? 0n,
        code: bytesToHex(await stateManager.getCode(place)),
        storage,
      });
    }
    return accounts;
  }

  async #sign({ to, value = 0n, data = '0x', authorization }: Sent): Promise<TypedTransaction> {
    const authorizationList = authorization && [
      await authorization.by.signAuthorization({
        chainId: 1,
        contractAddress: authorization.to,
        nonce: authorization.nonce,
      }),
    ];
    const signed = await this.#account.signTransaction({
      ...(authorizationList ? { type: 'eip7702', authorizationList } : { type: 'eip1559' }),
      chainId: 1,
      nonce: this.#nonce++,
      gas: 3_000_000n,
      maxFeePerGas: 20n * GWEI,
      maxPriorityFeePerGas: GWEI,
      value,
      data,
      ...(to && { to }),
    });
    return createTxFromRLP(hexToBytes(signed), { common: this.vm.common });
  }

  async #endow(): Promise<void> {
    const { stateManager } = this.vm;
    await stateManager.putAccount(createAddressFromString(this.sender), new Account(0n, 1_000n * ETHER));
    this.#accounts.set(this.sender, { balance: 1_000n * ETHER });
    const codes = [
      ...GENESIS_CONTRACTS.map(({ address, code }) => [address.toLowerCase() as Hex, code] as const),
      ...BUILDER_REQUESTS.map((address) => [address, STOP] as const),
    ];
    for (const [address, code] of codes) {
      await stateManager.putAccount(createAddressFromString(address), new Account(1n));
      this.#accounts.set(address, { nonce: 1, code });
      await stateManager.putCode(createAddressFromString(address), hexToBytes(code));
    }
  }
}
