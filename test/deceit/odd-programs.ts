/** Addresses that programs use. */
export interface Surroundings {
  /** An ordinary token. */
  readonly plain: string;
  /** Receives ether now and then. */
  readonly payee: string;
  /** Delegates by EIP-7702 now and then. */
  readonly delegating: string;
  /** Created by CREATE2 and destroyed, again and again. */
  readonly reborn: string;
  readonly nobody: string;
  readonly sender: string;
  /** The first of a chain of proxies. */
  readonly proxy: string;
  /** Succeeds only with enough gas left: it reads a slot. */
  readonly frugal: string;
  /** Destroys itself when called with anything but 32 or 64 bytes. */
  readonly mortal: string;
}

type Program = string | ((at: Surroundings) => string);

export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const KEY = '4 CALLDATALOAD';
const KEPT = `${KEY} SLOAD`;
const TOP = '0 MSTORE 32 0 RETURN';
/** Asks an account for the balance of the key. Leaves the returned word, minus 1 if the call failed. */
const ask = (account: string, gas = 'GAS') =>
  `0x70a08231 224 SHL 0 MSTORE ${KEY} 4 MSTORE 32 64 36 0 ${account} ${gas} STATICCALL ISZERO 64 MLOAD SUB`;
const precompile = (address: number | string, input: string, inLength: number, outLength = 32) =>
  `${input} ${outLength} 0 ${inLength} 0 ${address} GAS STATICCALL 0 MLOAD ADD RETURNDATASIZE ADD`;
/** Returns the stored word plus another. */
const plus = (word: string) => `${KEPT} ${word} ADD ${TOP}`;
const calldata = 'CALLDATASIZE 0 0 CALLDATACOPY';
const answerAll =
  'RETURNDATASIZE 0 0 RETURNDATACOPY @done JUMPI RETURNDATASIZE 0 REVERT done: RETURNDATASIZE 0 RETURN';
const delegateTo = (account: string) =>
  `${calldata} 0 0 CALLDATASIZE 0 ${account} GAS DELEGATECALL ${answerAll}`;
const system = (address: string, input: string, inLength: number) =>
  plus(`${input} 32 0 ${inLength} 0 ${address} GAS STATICCALL 0 MLOAD ADD`);
const isOdd = (then: string) => `${KEPT} 1 AND @odd JUMPI ${KEPT} ${TOP} odd: ${then}`;
const G2 = `0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8`;

/** Programs by kind: what a token does with any call that is not the write of a slot. */
export const ODD_PROGRAMS: Readonly<Record<string, Program>> = {
  plain: `${KEPT} ${TOP}`,
  'price of another': (at) => `${ask(at.plain)} ${KEPT} MUL ${TOP}`,
  'ether of a third': (at) => plus(`${at.payee} BALANCE`),
  'own ether': plus('SELFBALANCE'),
  'ether of the holder': plus(`${KEY} BALANCE`),
  'ether of the beneficiary': plus('COINBASE BALANCE'),
  'ether of the caller': plus('CALLER BALANCE ORIGIN BALANCE ADD'),
  'ether at dirty bytes': (at) => plus(`${at.payee} ${1n << 200n} OR BALANCE`),
  'size of a delegating account': (at) => plus(`${at.delegating} EXTCODESIZE`),
  'hash of a delegating account': (at) => plus(`${at.delegating} EXTCODEHASH 9 SHR`),
  'code of a delegating account': (at) => plus(`64 0 0 ${at.delegating} EXTCODECOPY 0 MLOAD 9 SHR`),
  'hash of a holder': plus(`${KEY} DUP1 ISZERO ADD EXTCODEHASH 9 SHR`),
  'size of a holder': plus(`${KEY} EXTCODESIZE`),
  'hash of a payee': (at) => plus(`${at.payee} EXTCODEHASH 9 SHR`),
  'hash of nobody': (at) => plus(`${at.nobody} EXTCODEHASH 9 SHR`),
  'hash of a precompile': plus('1 EXTCODEHASH 9 SHR 256 EXTCODEHASH 9 SHR ADD 1 EXTCODESIZE ADD'),
  'hash of one reborn': (at) => plus(`${at.reborn} EXTCODEHASH 9 SHR`),
  'code of one reborn': (at) => plus(`64 0 0 ${at.reborn} EXTCODECOPY 0 MLOAD 9 SHR`),
  'answer of one reborn': (at) => plus(ask(at.reborn)),
  'answer of a delegating account': (at) => plus(ask(at.delegating)),
  'answer of the holder': plus(ask(KEY)),
  'answer of the holder, in its place': `${ask(KEY)} POP 32 0 36 0 ${KEY} GAS DELEGATECALL POP 0 MLOAD ${TOP}`,
  'cold account of a delegating one': (at) => plus(`0 0 0 0 ${at.delegating} 5300 STATICCALL`),
  'block hashes of the protocol': system(
    '0x0000F90827F1C53a10cb7A02335B175320002935',
    '1 NUMBER SUB 0 MSTORE',
    32,
  ),
  'beacon roots of the protocol': system(
    '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02',
    'TIMESTAMP 0 MSTORE',
    32,
  ),
  'withdrawal requests': system('0x00000961Ef480Eb55e80D19ad83579A64c007002', '', 0),
  'consolidation requests': system('0x0000BBdDc7CE488642fb579F8B00f3a590007251', '', 0),
  'block hashes': plus(
    `0 ${[0, 1, 2, 255, 256, 257].map((back) => `${back} NUMBER SUB BLOCKHASH 9 SHR ADD`).join(' ')}`,
  ),
  'hash of the block before': plus('1 NUMBER SUB BLOCKHASH 9 SHR'),
  'block hash of tomorrow': plus('1 NUMBER ADD BLOCKHASH 0 BLOCKHASH ADD'),
  'grows with time': `${KEPT} TIMESTAMP MUL ${TOP}`,
  'rebases with blocks': `1000 NUMBER MOD ${KEPT} MUL ${TOP}`,
  'blob fees': plus('BLOBBASEFEE 3 BLOBHASH ADD 0 BLOBHASH ADD'),
  transient: plus('7 5 TSTORE 5 TLOAD 6 TLOAD ADD'),
  'transient, in another frame': `CALLDATASIZE 0 EQ @inner JUMPI 7 5 TSTORE 32 0 0 0 0 ADDRESS GAS CALL POP 0 MLOAD ${KEPT} ADD ${TOP} inner: 5 TLOAD 9 5 TSTORE ${TOP}`,
  'transient, undone': `CALLDATASIZE 0 EQ @inner JUMPI 7 5 TSTORE 0 0 0 0 0 ADDRESS GAS CALL 5 TLOAD ADD ${KEPT} ADD ${TOP} inner: 9 5 TSTORE 0 0 REVERT`,
  'transient in a static frame': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 ADDRESS 50000 STATICCALL ${KEPT} ADD ${TOP} inner: 9 5 TSTORE STOP`,
  'moves memory': `${KEPT} 0 MSTORE ${KEPT} 32 MSTORE 40 3 11 MCOPY 31 0 5 MCOPY 0 500 600 MCOPY 7 MLOAD MSIZE ADD ${TOP}`,
  'leading zeros': `${KEPT} CLZ 0 CLZ ADD 1 CLZ ADD ${TOP}`,
  'no operand': `PUSH0 ${KEPT} ADD PUSH0 MSTORE 32 PUSH0 RETURN`,
  'no bytes': 'STOP',
  '31 bytes': `${KEPT} 0 MSTORE 31 0 RETURN`,
  '33 bytes': `${KEPT} 0 MSTORE 33 0 RETURN`,
  '64 bytes': `${KEPT} 0 MSTORE 64 0 RETURN`,
  '4,096 bytes': `${KEPT} 4064 MSTORE 4096 0 RETURN`,
  '9,000 bytes': `${KEPT} 0 MSTORE 9000 0 RETURN`,
  'reverts with data': isOdd(`${KEPT} 0 MSTORE 100 0 REVERT`),
  'reverts with 9,000 bytes': isOdd(`${KEPT} 0 MSTORE 9000 0 REVERT`),
  invalid: isOdd('INVALID'),
  'stack underflow': isOdd('ADD'),
  'jump into data': isOdd('PC 5 ADD JUMP 0x5b5b5b STOP'),
  'return data out of bounds': isOdd('1 0 0 RETURNDATACOPY STOP'),
  'gas to the last unit': (at) =>
    plus(
      `0 ${[2_101, 2_102, 2_103, 2_104, 2_105, 2_106].map((gas) => `0 0 0 0 ${at.frugal} ${gas} STATICCALL ADD`).join(' ')}`,
    ),
  'all gas but a 64th': (at) => plus(`${ask(at.proxy)} 0 0 0 0 ${at.mortal} 3 STATICCALL ADD`),
  'burns what it forwards': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 0 ADDRESS 100000 CALL ${KEPT} ADD ${TOP} inner: INVALID`,
  'burns nearly all': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 0 ADDRESS GAS CALL ${KEPT} ADD ${TOP} inner: INVALID`,
  'burns nearly all, twice': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 0 ADDRESS GAS CALL 0 0 0 0 0 ADDRESS GAS CALL ADD ${KEPT} ADD ${TOP} inner: INVALID`,
  'asks how much gas': `GAS 2000000 LT @much JUMPI 0 ${TOP} much: ${KEPT} ${TOP}`,
  'price of a read': `GAS 77 SLOAD POP GAS SWAP1 SUB GAS 77 SLOAD POP GAS SWAP1 SUB ADD ${KEPT} ADD ${TOP}`,
  'price of an account': (at) =>
    `GAS ${at.payee} BALANCE POP GAS SWAP1 SUB GAS COINBASE BALANCE POP GAS SWAP1 SUB ADD ${KEPT} ADD ${TOP}`,
  'price of a write': `GAS ${KEY} 1 AND 78 SSTORE GAS SWAP1 SUB GAS 0 78 SSTORE GAS SWAP1 SUB ADD ${KEPT} ADD ${TOP}`,
  'gas left': `GAS ${TOP}`,
  'recursion of 60': recursion(60),
  'recursion of 70': recursion(70),
  'recursion of 400': recursion(400),
  'much memory': `${KEPT} 1000000 MSTORE 1000000 MLOAD ${TOP}`,
  'too much memory': isOdd(`1 ${2n ** 40n} MSTORE STOP`),
  'signature recovery': plus(
    precompile(
      1,
      `${KEPT} 0 MSTORE 27 32 MSTORE 0x9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608 64 MSTORE 0x4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada 96 MSTORE`,
      128,
    ),
  ),
  'SHA-256': plus(precompile(2, `${KEPT} 0 MSTORE`, 32)),
  'RIPEMD-160': plus(precompile(3, `${KEPT} 0 MSTORE`, 33)),
  identity: plus(precompile(4, `${KEPT} 0 MSTORE`, 32)),
  'modular powers': plus(
    precompile(
      5,
      `32 0 MSTORE 32 32 MSTORE 32 64 MSTORE ${KEPT} 96 MSTORE 65537 128 MSTORE 1000003 160 MSTORE`,
      192,
    ),
  ),
  'modular powers of nothing': plus(precompile(5, `${KEPT} 1 AND 0 MSTORE`, 32)),
  'points of BN254': plus(precompile(6, '1 0 MSTORE 2 32 MSTORE 1 64 MSTORE 2 96 MSTORE', 128, 64)),
  'multiples of BN254': plus(precompile(7, `1 0 MSTORE 2 32 MSTORE ${KEPT} 64 MSTORE`, 96, 64)),
  'no point of BN254': plus(precompile(7, `1 0 MSTORE ${KEPT} 32 MSTORE 5 64 MSTORE`, 96, 64)),
  'no pairing': plus(precompile(8, '', 0)),
  'a pairing that is none': plus(precompile(8, '1 0 MSTORE 2 32 MSTORE 1 64 MSTORE', 192)),
  BLAKE2F: plus(precompile(9, `0x0000000c 224 SHL 0 MSTORE ${KEPT} 4 MSTORE 1 181 MSTORE`, 213, 64)),
  'point evaluation': plus(precompile(10, '1 0 MSTORE', 192, 64)),
  'point evaluation of nothing': plus(
    precompile(
      10,
      `0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014 0 MSTORE 0xc0 248 SHL 96 MSTORE 0xc0 248 SHL 144 MSTORE`,
      192,
      64,
    ),
  ),
  'points of BLS12': plus(precompile(11, '', 256, 128)),
  'multiples of BLS12': plus(precompile(12, `${KEPT} 128 MSTORE`, 160, 128)),
  'second points of BLS12': plus(precompile(13, '', 512, 256)),
  'pairing of BLS12': plus(precompile(15, '', 384)),
  'map to BLS12': plus(precompile(16, `${KEPT} 32 MSTORE`, 64, 128)),
  'second map to BLS12': plus(precompile(17, `${KEPT} 32 MSTORE`, 128, 256)),
  'no field of BLS12': plus(precompile(16, `${G2} 0 MSTORE`, 64, 128)),
  P256: plus(precompile(256, `${KEPT} 0 MSTORE 1 32 MSTORE 1 64 MSTORE`, 160)),
  'precompile with little gas': plus(
    `0 ${[2_999, 3_000, 71, 72].map((gas, at) => `32 0 32 0 ${at < 2 ? 1 : 2} ${gas} STATICCALL ADD`).join(' ')}`,
  ),
  'precompile by CALL with value': plus('32 0 32 0 1 4 GAS CALL RETURNDATASIZE ADD'),
  'precompile by DELEGATECALL': plus(`${KEPT} 0 MSTORE 32 0 32 0 2 GAS DELEGATECALL 0 MLOAD ADD`),
  'not yet a precompile': plus('32 0 32 0 18 GAS STATICCALL RETURNDATASIZE ADD 18 EXTCODEHASH ADD'),
  'destroys another': (at) =>
    plus(
      `0 0 1 0 0 ${at.mortal} GAS CALL ${at.mortal} EXTCODESIZE ADD ${at.mortal} BALANCE ADD ADDRESS BALANCE ADD`,
    ),
  'destroys itself': `CALLDATASIZE 1 EQ @die JUMPI 0 0 1 0 0 ADDRESS GAS CALL SELFBALANCE ADD ADDRESS EXTCODESIZE ADD ${KEPT} ADD ${TOP} die: 4919 SELFDESTRUCT`,
  'creates nothing': plus('0 0 0 CREATE ADDRESS EXTCODESIZE ADD'),
  'creates by salt': plus('5 0 0 0 CREATE2 DUP1 EXTCODEHASH 9 SHR ADD 5 0 0 0 CREATE2 ADD'),
  'creates and asks': plus(
    '0x6005600c60003960056000f3600760005260206000f3 0 MSTORE 22 10 0 CREATE 32 64 0 0 DUP5 GAS STATICCALL POP EXTCODESIZE 64 MLOAD ADD RETURNDATASIZE ADD',
  ),
  'creates what reverts': plus('0x60aa60005260206000fd 0 MSTORE 10 22 0 CREATE RETURNDATASIZE ADD'),
  'creates forbidden code': plus('0x60ef60005360016000f3 0 MSTORE 10 22 0 CREATE RETURNDATASIZE ADD'),
  'creates, destroys, asks': plus('0x33ff 0 MSTORE 2 30 0 CREATE DUP1 EXTCODEHASH SWAP1 BALANCE ADD'),
  'creates for ether': plus('0 0 1 CREATE DUP1 BALANCE ADD SELFBALANCE ADD'),
  'pays the holder': plus(`0 0 0 0 3 ${KEY} GAS CALL ${KEY} BALANCE ADD SELFBALANCE ADD`),
  'pays nobody': (at) =>
    plus(`0 0 0 0 1 ${at.nobody} 0 CALL ${at.nobody} BALANCE ADD ${at.nobody} EXTCODEHASH 9 SHR ADD`),
  'price of paying nobody': (at) => `GAS 0 0 0 0 1 ${at.nobody} 0 CALL POP GAS SWAP1 SUB ${KEPT} ADD ${TOP}`,
  'pays itself': plus('0 0 0 0 1 ADDRESS 0 CALL SELFBALANCE ADD'),
  'counts its calls': `99 SLOAD 1 ADD 99 SSTORE 99 SLOAD ${KEPT} ADD ${TOP}`,
  'writes and is undone': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 0 ADDRESS GAS CALL 99 SLOAD ADD ${KEPT} ADD ${TOP} inner: 5 99 SSTORE 0 0 REVERT`,
  'writes in a static frame': `CALLDATASIZE 0 EQ @inner JUMPI 0 0 0 0 ADDRESS 50000 STATICCALL 99 SLOAD ADD ${KEPT} ADD ${TOP} inner: 5 99 SSTORE STOP`,
  'long logs': plus('3000 0 LOG0 1 2 3 4 100 0 LOG4 MSIZE'),
  'delegates to plain code': (at) => delegateTo(at.plain),
  'delegates by slot': delegateTo('0 SLOAD'),
  'delegates by slot of the standard': delegateTo(
    '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc SLOAD',
  ),
  'delegates to proxies': (at) => delegateTo(at.proxy),
  'delegates to one reborn': (at) => delegateTo(at.reborn),
  'delegates to a delegating account': (at) => delegateTo(at.delegating),
  'delegates by selector': (at) =>
    `0 CALLDATALOAD 224 SHR 0x70a08231 EQ @one JUMPI ${delegateTo(at.proxy)} one: ${calldata} 0 0 CALLDATASIZE 0 ${at.plain} GAS DELEGATECALL POP RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`,
  'delegates to a beacon': (at) =>
    `32 0 0 0 ${at.plain} GAS STATICCALL POP 0 MLOAD POP ${delegateTo('0 SLOAD')}`,
  'calls in its own place': (at) =>
    `${calldata} 32 0 CALLDATASIZE 0 0 ${at.plain} GAS CALLCODE POP 0 MLOAD ${TOP}`,
  'asks itself': `CALLDATASIZE 32 EQ @inner JUMPI ${KEY} 0 MSTORE 32 0 32 0 ADDRESS GAS STATICCALL 0 MLOAD ADD ${TOP} inner: 0 CALLDATALOAD SLOAD ${TOP}`,
  packed: `${KEY} 3 AND 64 MUL 2 SLOAD SWAP1 SHR ${2n ** 64n - 1n} AND ${TOP}`,
  'a chain of slots': `${KEPT} 0 ${'DUP1 SLOAD ADD '.repeat(20)} ADD ${TOP}`,
  'a chain of 300 slots': `${KEPT} 300 next: SWAP1 SLOAD SWAP1 1 SWAP1 SUB DUP1 @next JUMPI POP ${KEPT} ADD ${TOP}`,
  'many slots': `0 600 next: DUP1 0 MSTORE 32 0 KECCAK256 SLOAD SWAP1 SWAP2 ADD SWAP1 1 SWAP1 SUB DUP1 @next JUMPI POP ${KEPT} ADD ${TOP}`,
  'many hashes': `${KEPT} 0 MSTORE 2000 next: 32 0 KECCAK256 0 MSTORE 1 SWAP1 SUB DUP1 @next JUMPI POP 0 MLOAD ${TOP}`,
  signed: `${KEPT} 3 SIGNEXTEND 7 SAR 3 SWAP1 SDIV 5 SWAP1 SMOD 17 ${KEPT} EXP ADD ${TOP}`,
  'edges of shifts': `${KEPT} 256 SHL ${KEPT} ${2n ** 255n} SHR ADD ${KEPT} 0 NOT SAR ADD ${KEPT} 31 BYTE ADD ${KEPT} 32 BYTE ADD 0 ${KEPT} MOD ADD ${TOP}`,
  'edges of division': `0 NOT ${2n ** 255n} SDIV ${KEPT} 0 NOT 0 NOT MULMOD ADD ${KEPT} 0 NOT 0 NOT ADDMOD ADD 0 ${KEPT} SDIV ADD ${TOP}`,
  surroundings: plus(
    'ORIGIN CALLER ADD CALLVALUE ADD GASPRICE ADD CHAINID ADD ADDRESS ADD GASLIMIT ADD CODESIZE ADD PC ADD MSIZE ADD',
  ),
  'fees of the block': plus('BASEFEE PREVRANDAO 9 SHR ADD COINBASE ADD'),
  'code behind its end': plus('64 CODESIZE 8 SWAP1 SUB 0 CODECOPY 0 MLOAD 9 SHR'),
  'call data behind its end': plus(
    `64 20 0 CALLDATACOPY 0 MLOAD 1000 CALLDATALOAD ADD ${2n ** 255n} CALLDATALOAD ADD`,
  ),
  'long code': `@end JUMP ${'INVALID '.repeat(20_000)} end: ${KEPT} ${TOP}`,
  'deep stack': isOdd(`${'1 '.repeat(1_025)}`),
  'full stack': `${'1 '.repeat(1_000)} ${KEPT} ${TOP}`,
  'runs off its end': isOdd('1'),
};

/** A program that calls itself to a depth, and adds the depths up. */
function recursion(depth: number): string {
  return `CALLDATASIZE 32 EQ @inner JUMPI ${depth} 0 MSTORE 32 0 32 0 ADDRESS GAS STATICCALL 0 MLOAD ADD ${KEPT} ADD ${TOP}
    inner: 0 CALLDATALOAD DUP1 @more JUMPI ${TOP}
    more: 1 SWAP1 SUB 0 MSTORE 32 0 32 0 ADDRESS GAS STATICCALL 0 MLOAD ADD ${TOP}`;
}

/** Code of a token: call data of 64 bytes writes a slot and logs a transfer; any other call runs the program. */
export function tokenProgram(body: string): string {
  return `CALLDATASIZE 64 EQ @write JUMPI ${body} STOP
    write: 32 CALLDATALOAD DUP1 0 CALLDATALOAD SSTORE 0 MSTORE 0 CALLDATALOAD 0 ${TRANSFER} 32 0 LOG3`;
}

export const programOf = (program: Program, at: Surroundings): string =>
  typeof program === 'string' ? program : program(at);

/** Programs of the contracts that tokens call. */
export const HELPERS = {
  plain: `${KEPT} ${TOP}`,
  frugal: '0 SLOAD POP STOP',
  proxy: (to: string) => delegateTo(to),
  /** Call data of 1 byte destroys it, if it was created in the same transaction. */
  mortal: `CALLDATASIZE 1 EQ @die JUMPI ${KEPT} ${TOP} die: CALLER SELFDESTRUCT`,
  /**
   * Given salt, code account, whether to destroy, key and value: creates a contract by CREATE2, writes one of its slots, and destroys it if told to.
   * Without call data: returns the account whose code to copy.
   */
  maker: (init: Buffer) => `CALLDATASIZE @make JUMPI 0 SLOAD ${TOP}
    make: 32 CALLDATALOAD 0 SSTORE 0x${init.toString('hex')} 0 MSTORE
    0 CALLDATALOAD ${init.length} ${32 - init.length} 0 CREATE2
    64 96 0 CALLDATACOPY 0 0 64 0 0 DUP6 GAS CALL POP
    64 CALLDATALOAD ISZERO @stays JUMPI 0 0 1 0 0 DUP6 GAS CALL POP stays: STOP`,
};
/** Creation code that copies the code of the account that its maker names. */
export const REBORN =
  '32 0 0 0 CALLER GAS STATICCALL POP 0 MLOAD DUP1 EXTCODESIZE DUP1 0 0 DUP5 EXTCODECOPY 0 RETURN';
