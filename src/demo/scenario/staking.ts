import { concat, type Hex, keccak256, parseAbi, parseEther, toHex } from 'viem';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { DEPOSIT_CONTRACT } from '../genesis/deposit-contract.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';
import { credentialsTo, digest, validatorKey } from '../stage/validator-key.js';

const DEPOSIT_ABI = parseAbi([
  'function deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root) payable',
]);

/**
 * Validator deposits: with 0x01, 0x02 and BLS credentials, a top-up, one through an operator, and one with a
 * wrong root.
 */
export function staking(stage: Stage): void {
  const [deployer, grace, heidi, whale] = stage.cast('deployer', 'grace', 'heidi', 'whale');
  const deposits = stage.know('deposit contract', DEPOSIT_CONTRACT, DEPOSIT_ABI);
  const operator = stage.deploy(deployer, 'staking operator', ownArtifact('StakingOperator'));
  stage.block();

  const ether = (amount: string) => ({ value: parseEther(amount) });
  stage.call(grace, deposits, 'deposit', depositOf('grace 1', credentialsTo('0x01', grace.address), 32), {
    ...ether('32'),
    label: 'deposit with an address',
  });
  stage.call(heidi, deposits, 'deposit', depositOf('heidi 1', credentialsTo('0x02', heidi.address), 64), {
    ...ether('64'),
    label: 'deposit of a compounding validator',
  });
  stage.call(
    heidi,
    deposits,
    'deposit',
    depositOf('heidi 2', concat(['0x00', keccak256(toHex('bls')).slice(0, 64) as Hex]), 32),
    { ...ether('32'), label: 'deposit with a key' },
  );
  stage.block();
  stage.call(grace, deposits, 'deposit', depositOf('grace 1', credentialsTo('0x01', grace.address), 1), {
    ...ether('1'),
    label: 'deposit topping up',
  });
  stage.call(whale, operator, 'stake', depositOf('whale 1', credentialsTo('0x01', whale.address), 32), {
    ...ether('32'),
    label: 'deposit through an operator',
  });
  const [key, credentials, signature] = depositOf('grace 2', credentialsTo('0x01', grace.address), 32);
  stage.call(grace, deposits, 'deposit', [key, credentials, signature, keccak256('0x')], {
    ...ether('32'),
    fails: true,
    label: 'deposit with a wrong root',
  });
  stage.block();
}

/**
 * Arguments of `deposit` for an invented key. The last is the SSZ root of the deposit.
 * @param ether whole ether
 */
export function depositOf(validator: string, credentials: Hex, ether: number): [Hex, Hex, Hex, Hex] {
  const pubkey = validatorKey(validator);
  const signature = Buffer.concat(['a', 'b', 'c'].map((part) => digest(`${validator} signature ${part}`)));
  const amount = Buffer.alloc(32);
  amount.writeBigUInt64LE(BigInt(ether) * 10n ** 9n);
  const none = Buffer.alloc(32);
  const signatureRoot = digest(digest(signature.subarray(0, 64)), digest(signature.subarray(64), none));
  const keyRoot = digest(pubkey, none.subarray(0, 16));
  const root = digest(digest(keyRoot, fromHex(credentials)), digest(amount, signatureRoot));
  return [toHex(pubkey), credentials, toHex(signature), toHex(root)];
}
