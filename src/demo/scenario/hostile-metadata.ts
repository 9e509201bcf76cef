import { concat, type Hex, parseEther, stringToHex, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

interface Declared {
  readonly name: Hex;
  readonly symbol: Hex;
  readonly decimals: bigint;
}

const text = (name: string, symbol: string, decimals = 18n): Declared => ({
  name: stringToHex(name),
  symbol: stringToHex(symbol),
  decimals,
});

const DECLARED: Readonly<Record<string, Declared>> = {
  'bidi token': text('\u202eKOOL\u202c Token', 'A\u200bB\u2066C'),
  'nul token': text('Nul\0inside', '\0\0'),
  'long token': text('long '.repeat(205), 'L'.repeat(300)),
  'markup token': text('<script>alert(1)</script>', `'; DROP TABLE token; --`),
  'empty token': text('', ''),
  'decimals 255 token': text('Two Hundred', 'D255', 255n),
  'decimals overflow token': text('Too Many', 'D2E255', 2n ** 255n),
  'broken text token': {
    name: '0xfffe80c0af',
    symbol: concat([toHex('\ud83d'.codePointAt(0)!), '0xed']),
    decimals: 6n,
  },
};

/** Tokens whose metadata breaks careless readers, and imitations of well-known tokens. */
export function hostileMetadata(stage: Stage): void {
  const mallory = stage.actor('mallory');
  for (const [name, { name: declared, symbol, decimals }] of Object.entries(DECLARED)) {
    stage.deploy(mallory, name, ownArtifact('HostileToken'), [declared, symbol, decimals]);
  }
  stage.block();
  stage.deploy(mallory, 'bytes32 token', ownArtifact('Bytes32Token'));
  stage.deploy(mallory, 'speechless token', ownArtifact('SpeechlessToken'));
  stage.call(mallory, stage.contract('bidi token'), 'transfer', [stage.actor('alice').address, 10n]);
  stage.block();

  const imitations = {
    'fake usdc': ['USD Coin', 'USDC'],
    'lowercase usdc': ['usd coin', 'usdc'],
    'cyrillic usdt': ['Tether USD', 'U\u0405D\u0422'],
    'wide weth': ['Wrapped Ether', '\uff37\uff25\uff34\uff28'],
  };
  for (const [name, [declared, symbol]] of Object.entries(imitations)) {
    stage.deploy(mallory, name, openzeppelin('ERC20PresetFixedSupply'), [
      declared,
      symbol,
      parseEther('1000000'),
      mallory.address,
    ]);
  }
  stage.call(
    mallory,
    stage.contract('fake usdc'),
    'transfer',
    [stage.actor('alice').address, parseEther('1000')],
    { label: 'fake usdc sent' },
  );
  stage.block();
}
