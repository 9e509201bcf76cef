import { fromHex, toHex } from '../chain/codec/hex.js';
import type { Address } from '../chain/hex.js';
import { wordOf } from '../chain/word.js';
import { keccak256 } from '../crypto/keccak.js';
import { recoverSender } from '../crypto/recover-sender.js';
import type { SignedAuthorization } from './signed-authorization.js';

/** What an authorization is signed for: a token by its EIP-712 domain. */
export interface AuthorizationDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: bigint;
  readonly token: Address;
}

const textHash = (text: string): Buffer => keccak256(Buffer.from(text));
const DOMAIN = textHash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const TRANSFER = textHash(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
);
const SIGNATURE_BYTES = 65;
/** The older form of `v` is the parity plus this. */
const OLDER_FORM = 27;

/** The account that signed; undefined unless the signature is 65 bytes of ECDSA (contract wallets differ). */
export function authorizationSigner(
  { authorization, signature }: SignedAuthorization,
  { name, version, chainId, token }: AuthorizationDomain,
): Address | undefined {
  const signed = fromHex(signature);
  if (signed.length !== SIGNATURE_BYTES) return undefined;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const domain = hashOf(DOMAIN, textHash(name), textHash(version), wordOf(chainId), addressWord(token));
  const transfer = hashOf(
    ...[TRANSFER, addressWord(from), addressWord(to)],
    ...[wordOf(value), wordOf(validAfter), wordOf(validBefore), fromHex(nonce)],
  );
  const hash = hashOf(Buffer.from([0x19, 0x01]), domain, transfer);
  const v = signed[SIGNATURE_BYTES - 1]!;
  const signer = recoverSender(
    hash,
    signed.subarray(0, 32),
    signed.subarray(32, 64),
    v < OLDER_FORM ? v : v - OLDER_FORM,
  );
  return signer && (toHex(signer) as Address);
}

const hashOf = (...parts: readonly Buffer[]): Buffer => keccak256(Buffer.concat(parts));
const addressWord = (address: Address): Buffer => Buffer.concat([Buffer.alloc(12), fromHex(address)]);
